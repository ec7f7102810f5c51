/* What the soak once found wrong or uncertified, asked again: tests/data/soak.tsv names what each
 * must be now.
 *
 * - distance and signed distance of needles: the foot on a triangle as thin as one was another point
 *   than its weighted mean, 1e-4 away, and the witness points shared the difference.
 * - the same of needles and of cylinders: the weights on a triangle thin for its size were refined
 *   towards a foot that its leaning normal put a billionth away.
 * - depth of sets that touch: nothing separated the cores, nothing came nearer, and the last normal
 *   of the search was that of rounding, whose bound is anything, and the points shared the rest; now
 *   the polytope decides. Where a search's earlier plane proves more than its last one, and the
 *   points are one, it is the normal.
 * - distance by Frank-Wolfe, or warm, of needles: stuck on a mean, or on vertices of the place before.
 * - whatever ended on a triangle so thin that its normal was rounding.
 * - depth of a point or ball on the axis of a cone, cylinder or frustum: the same in a circle of
 *   directions, so that the polytope was full before its bounds met. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

test('what the soak found is mended', () => {
  const { stdout, status } = spawnSync(
    `${root}build/clang/soak`,
    ['replay', `${root}tests/data/soak.tsv`],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout);
  const answers = stdout.trim().split('\n');
  assert.ok(answers.length >= 4, stdout);
  for (const answer of answers) {
    const [, , , was, is] = answer.split('\t');
    assert.equal(is, was.replace('was', 'is'), answer);
  }
});
