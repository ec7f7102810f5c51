import * as m from './bench/measure.js'; import { kindPairs, pairs } from './bench/scenes.js';
const items = kindPairs(3).flatMap((kinds, i) => pairs({ ...kinds, count: 4, seed: 2000 + i }));
const scene=m.prepare(items);
const s={ wjs: m.warmJs(scene,200), wmod: m.warmModule(scene,200), cjs:m.coldJs(scene,200), cmod:m.coldModule(scene,200), bool:m.booleanJs(scene,200)};
console.log(m.interleave(s, 9));
