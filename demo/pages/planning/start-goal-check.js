/* Checks whether start and goal are free. The result lists the parts to colour red, and a message. */
import { Cell } from './collision.js';

/**
 * The verification samples this many times as finely as the search. Certified moves have the same finest
 * margin.
 */
export const FINER = 10;

/**
 * Finds which of start and goal is not free, and why. In a certified move, a gap within the finest
 * margin counts as a collision. So start and goal need this margin in addition to the safety distance.
 * @param {import('./robot.js').Robot} robot
 * @param {import('./search.js').Problem} problem
 */
export function checkStartAndGoal(robot, { start, goal, obstacles, method, resolution, safety }) {
  const clearance = safety + (method === 'certified' ? resolution / FINER : 0);
  const cell = new Cell(robot, obstacles, { safety: clearance });
  const contacts = { start: cell.contacts(start), goal: cell.contacts(goal) };
  cell.dispose();
  const which = ['goal', 'start'].find((end) => contacts[end].length) ?? null;
  return {
    /** 'start' or 'goal', whichever is not free, or null */
    which,
    sentence: which ? sentence(which, contacts[which], clearance) : '',
    /** the parts to colour red, see picture.js */
    red: {
      arm: ownParts(contacts.start),
      goal: ownParts(contacts.goal),
      obstacles: new Set([...contacts.start, ...contacts.goal].map(({ other }) => other.obstacle)),
    },
  };
}

const ownParts = (contacts) =>
  new Set(contacts.flatMap(({ part, other }) => [part.index, other.index ?? part.index]));

/** Names two parts that collide; if none do, two parts that are too near. */
function sentence(which, contacts, clearance) {
  const { part, other, hits } = contacts.find((contact) => contact.hits) ?? contacts[0];
  const millimetres = Number((1000 * clearance).toFixed(1));
  const verb = hits ? 'hits' : `is nearer than ${millimetres} mm to`;
  const own = other.index !== undefined ? 'its' : 'the';
  return `The ${which} is not free: the ${part.name} ${verb} ${own} ${other.name}.`;
}
