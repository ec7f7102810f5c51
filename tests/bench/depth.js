/* The true penetration depth, computed slowly and without the library. */
import { draw, random } from '../lib/random.js';
import { rotationOf, support } from '../lib/sets.js';

/** The support function of a posed shape, with a fast scan for large hulls. */
function posedSupport(record, pose) {
  const R = rotationOf(pose);
  const at = pose.position;
  const points = record.points && Float64Array.from(record.points.flat());
  return (n) => {
    const local = [0, 1, 2].map((k) => R[0][k] * n[0] + R[1][k] * n[1] + R[2][k] * n[2]);
    const shift = n[0] * at[0] + n[1] * at[1] + n[2] * at[2];
    if (!points) return shift + support(record, local);
    let best = -Infinity;
    for (let i = 0; i < points.length; i += 3) {
      const x = points[i] * local[0] + points[i + 1] * local[1] + points[i + 2] * local[2];
      if (x > best) best = x;
    }
    return shift + best;
  };
}

/**
 * The penetration depth by its definition: the shortest translation that separates, a minimum over all
 * directions. The search starts from random directions and from the normals of the results. The value of any
 * direction is an upper bound, so a wrong hint does no harm.
 */
export function depthOf({ recordA, poseA, recordB, poseB }, hints) {
  const d = draw(random(7));
  const supportA = posedSupport(recordA, poseA);
  const supportB = posedSupport(recordB, poseB);
  const depth = (n) => supportA(n) + supportB(n.map((x) => -x));
  const hinted = hints.flatMap((n) => {
    const length = Math.hypot(...n);
    return length > 0 ? [n.map((x) => x / length), n.map((x) => -x / length)] : [];
  });
  const starts = [...hinted, ...Array.from({ length: 150 }, () => d.direction())]
    .map((n) => ({ n, value: depth(n) }))
    .sort((a, b) => a.value - b.value);
  let least = Infinity;
  for (let { n, value } of starts.slice(0, 4)) {
    for (let reach = 0.2; reach > 1e-5;) {
      let better = false;
      for (let i = 0; i < 12; i++) {
        const v = d.direction().map((x, k) => n[k] + reach * x);
        const length = Math.hypot(...v);
        const next = v.map((x) => x / length);
        const there = depth(next);
        if (there < value) {
          n = next;
          value = there;
          better = true;
        }
      }
      if (!better) reach /= 2;
    }
    least = Math.min(least, value);
  }
  return least;
}
