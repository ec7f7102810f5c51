/*
 * Iterations are the same on every machine. No case of the benchmarks may need more than
 * tests/bench/baseline.json records. `node tests/bench/bench.js --baseline` writes that file again;
 * a commit that raises a number gives the reason.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { allCounts } from '../bench/run.js';
import { topics } from '../bench/topics/index.js';

const baseline = JSON.parse(
  readFileSync(new URL('../bench/baseline.json', import.meta.url), 'utf8'),
);
/**
 * Any change of rounding adds or removes a few steps in single pairs. The mean of 60 pairs moves by
 * some percent, the mean of a thousand hardly.
 */
const SLACK = 0.1;
const slackOf = (topic) => topics.find(({ name }) => name === topic).slack ?? SLACK;

const now = await allCounts();

test('no case of the benchmarks takes more iterations than its baseline', (t) => {
  const worse = [];
  let better = 0;
  for (const [topic, cases] of Object.entries(baseline))
    for (const [name, counts] of Object.entries(cases))
      for (const [count, before] of Object.entries(counts)) {
        const after = now[topic]?.[name]?.[count];
        if (!(after <= before * (1 + slackOf(topic))))
          worse.push(`${topic}, ${name}, ${count}: ${after}, was ${before}`);
        if (after < before * (1 - slackOf(topic))) better++;
      }
  if (better > 0) t.diagnostic(`${better} counts are better than the baseline: write it again`);
  assert.deepEqual(worse, []);
});

test('every count has a baseline', () => {
  const keys = (counts) =>
    Object.entries(counts).flatMap(([topic, cases]) =>
      Object.entries(cases).map(([name, one]) => `${topic}, ${name}: ${Object.keys(one)}`),
    );
  assert.deepEqual(keys(now), keys(baseline));
});
