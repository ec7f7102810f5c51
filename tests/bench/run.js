/* Runs topics on all platforms. It alternates some rounds in Node, in Chromium and in the native program, so
 * that a slow moment of the machine affects all platforms. */
import { isDeepStrictEqual } from 'node:util';

import { Native, openChromium } from './platforms.js';
import { BLOCK } from './measure.js';
import { bar } from './report.js';
import { Session, summarize } from './suite.js';
import { topics } from './topics/index.js';

const TURNS = 6;
const QUICK_TURNS = 2;

/** Throws if a platform found other facts than Node. */
function mustAgree(topic, one, platform, facts, expected) {
  if (isDeepStrictEqual(facts, expected)) return;
  throw new Error(
    `${topic.name}, ${one.name}: ${platform} found other facts than Node\n` +
      `${JSON.stringify(facts)}\n${JSON.stringify(expected)}`,
  );
}

/** Measures one case on all its platforms. */
async function measureCase({ topic, index, one }, { quick, open }) {
  const { node, chromium, native } = open;
  const facts = await node.open(topic.name, index, quick);
  const sides = { node };
  if (chromium && topic.platforms.includes('chromium')) {
    mustAgree(topic, one, 'Chromium', await chromium.open(topic.name, index, quick), facts);
    sides.chromium = chromium;
  }
  if (native && topic.platforms.includes('native')) {
    const digests = Object.values(await native.open(node.native));
    for (const digest of digests)
      mustAgree(topic, one, 'the native program', digest, facts?.digest ?? digests[0]);
    sides.native = native;
  }
  const samples = {};
  const turns = quick ? QUICK_TURNS : (topic.turns ?? TURNS);
  for (let turn = 0; turn < turns; turn++)
    for (const [platform, side] of Object.entries(sides))
      for (const [subject, times] of Object.entries(await side.rounds()))
        (samples[`${platform}.${subject}`] ??= []).push(...times);
  for (const side of Object.values(sides)) await side.close();
  return { ...one, ...(facts && { facts }), ...summarize(samples, topic.ratios) };
}

/** The order of all cases. Cases of a `spread` topic are spread evenly among the others. */
function inOrder(chosen, quick) {
  const of = (topic) => topic.cases(quick).map((one, index) => ({ topic, one, index }));
  const list = chosen.filter(({ spread }) => !spread).flatMap(of);
  for (const topic of chosen.filter(({ spread }) => spread)) {
    const between = of(topic);
    between.forEach((one, i) =>
      list.splice(Math.round((i * list.length) / (between.length - 1 || 1)), 0, one),
    );
  }
  return list;
}

/**
 * @param {object} options
 * @param {import('./suite.js').Topic[]} options.chosen
 * @param {boolean} options.quick
 * @param {string[]} options.platforms
 * @returns {Promise<{ rows: Record<string, import('./suite.js').Row[]>, chromium?: string, rounds: number,
 *   seconds: number }>} the rows of each topic
 */
export async function measure({ chosen, quick, platforms }) {
  const start = performance.now();
  const open = {
    node: new Session(),
    chromium: platforms.includes('chromium') ? await openChromium() : null,
    native: platforms.includes('native') ? new Native() : null,
  };
  const able = [];
  for (const topic of chosen) {
    const lack = await topic.missing?.();
    if (lack) console.error(`${topic.name} is left out: ${lack}`);
    else able.push(topic);
  }
  const cases = inOrder(able, quick);
  const rows = Object.fromEntries(able.map(({ name }) => [name, []]));
  try {
    for (const [done, one] of cases.entries()) {
      bar(done, cases.length, `${one.topic.name}: ${one.one.name}`);
      rows[one.topic.name].push(await measureCase(one, { quick, open }));
    }
    bar(cases.length, cases.length, 'done');
  } finally {
    await open.native?.close();
    await open.chromium?.shut();
  }
  const seconds = (performance.now() - start) / 1000;
  return {
    rows,
    chromium: open.chromium?.version,
    rounds: BLOCK * (quick ? QUICK_TURNS : TURNS),
    seconds,
  };
}

/** The counts of every counted case, without measuring. They are the same on every machine. */
export async function allCounts() {
  const session = new Session();
  const found = {};
  for (const { name, cases, counted = () => false } of topics)
    for (const [index, one] of cases(false).entries()) {
      if (!counted(one)) continue;
      (found[name] ??= {})[one.name] = (await session.facts(name, index)).counts;
    }
  return found;
}
