/* Checks whether start and goal are free. Reports what is in the way: parts to mark red and a message. */
import { Cell } from './collision.js';

/** The verification looks so many times as often as the search; certified moves resolve as finely. */
export const FINER = 10;

/**
 * Which end of a problem is not free, and why. A certified move cannot end in a gap that counts as
 * closed, so its ends need a little more clearance than the safety distance.
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
    /** the end that is not free, or null */
    which,
    sentence: which ? sentence(which, contacts[which], clearance) : '',
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
function sentence(which, contacts, clearance) {
  const { part, other, hits } = contacts.find((contact) => contact.hits) ?? contacts[0];
  const millimetres = Number((1000 * clearance).toFixed(1));
  const verb = hits ? 'hits' : `is nearer than ${millimetres} mm to`;
  const own = other.index !== undefined ? 'its' : 'the';
  return `The ${which} is not free: the ${part.name} ${verb} ${own} ${other.name}.`;
}
