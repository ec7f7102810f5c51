/* The benchmark suite: it runs on every platform, and its statistics are right. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { quartiles, rank } from '../bench/measure.js';
import { digest } from '../bench/subjects.js';
import { summarize } from '../bench/suite.js';
import { topics } from '../bench/topics/index.js';

const BENCH = fileURLToPath(new URL('../bench/bench.js', import.meta.url));

test('quartiles interpolate between neighbours, and ranks are values of the list', () => {
  assert.deepEqual(quartiles([4, 1, 3, 2]), { median: 2.5, low: 1.75, high: 3.25 });
  assert.equal(rank([5, 1, 4, 2, 3], 0.5), 3);
  assert.equal(rank([1, 2, 3, 4], 0.9), 4);
});

test('a ratio is the median of the ratios of the rounds', () => {
  const samples = { 'node.a': [2, 40, 6], 'node.b': [1, 20, 3] };
  const { times, ratios } = summarize(samples, {
    'a ÷ b': ['node.a', 'node.b'],
    'a ÷ native': ['node.a', 'native.a'],
  });
  assert.equal(times.node.a.median, 6);
  assert.deepEqual(ratios, { 'a ÷ b': { median: 2, low: 2, high: 2 } });
});

test('a digest depends on every bit', () => {
  assert.notEqual(digest([0]), digest([-0]));
  assert.notEqual(digest([1, 2]), digest([2, 1]));
  assert.notEqual(digest([{ value: 1 }]), digest([{ value: 1 + 2 ** -52 }]));
});

test('topics and their cases have unique names', () => {
  const unique = (list) => assert.equal(new Set(list).size, list.length, String(list));
  unique(topics.map(({ name }) => name));
  for (const { cases } of topics)
    for (const quick of [false, true]) unique(cases(quick).map(({ name }) => name));
});

for (const { name, cases, prepare } of topics) {
  if (name === 'peers') continue; // needs packages that only `make bench-peers` installs
  test(`every case of the topic ${name} opens, and each of its subjects runs`, async () => {
    for (const one of cases(true)) {
      const { subjects, release } = await prepare(one, true);
      for (const run of Object.values(subjects)) await run();
      release?.();
    }
  });
}

test('a quick run measures in Node and Chromium and prints a table of both', () => {
  const out = execFileSync(process.execPath, [BENCH, '--quick', '--only', 'noise'], {
    encoding: 'utf8',
  });
  assert.match(out, /\| run 4 \| [\d.]+ \([\d.]+–[\d.]+\) \|/);
  assert.match(out, /Chromium \d+/);
});

test('an unknown topic or option ends the run with an error that names it', () => {
  for (const wrong of [['--only', 'nothing'], ['--fast']])
    assert.throws(
      () => execFileSync(process.execPath, [BENCH, ...wrong], { stdio: 'pipe' }),
      /there is no (topic 'nothing'|option --fast)/,
    );
});
