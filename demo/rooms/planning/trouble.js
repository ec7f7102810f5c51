/* What is wrong with the two ends: for the eye and in a sentence. */
import { Cell } from './collision.js';

/**
 * @param {import('./robot.js').Robot} robot
 * @param {{ start: number[], goal: number[], safety: number }} state safety: in millimetres
 * @param {import('./collision.js').Obstacle[]} obstacles
 */
export function troubleOf(robot, { start, goal, safety }, obstacles) {
  const cell = new Cell(robot, obstacles, { safety: safety / 1000 });
  const contacts = { start: cell.contacts(start), goal: cell.contacts(goal) };
  cell.dispose();
  const which = ['goal', 'start'].find((end) => contacts[end].length) ?? null;
  return {
    /** the end that is not free, or null */
    which,
    sentence: which ? sentence(which, contacts[which], safety) : '',
    /** what is to be seen in red, see picture.js */
    red: {
      arm: ownParts(contacts.start),
      goal: ownParts(contacts.goal),
      obstacles: new Set([...contacts.start, ...contacts.goal].map(({ other }) => other.obstacle)),
    },
  };
}

const ownParts = (contacts) =>
  new Set(contacts.flatMap(({ part, other }) => [part.index, other.index ?? part.index]));

/** Which part of an end is in the way of what; a collision before a gap that is too small. */
function sentence(which, contacts, safety) {
  const { part, other, hits } = contacts.find((contact) => contact.hits) ?? contacts[0];
  const verb = hits ? 'hits' : `is nearer than ${safety} mm to`;
  const own = other.index !== undefined ? 'its' : 'the';
  return `The ${which} is not free: the ${part.name} ${verb} ${own} ${other.name}.`;
}
