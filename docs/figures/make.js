/* Writes the figures of docs/algorithms.md to docs/images. Run it with `make figures`. */
import { writeFileSync } from 'node:fs';
import { PICTURES } from './pictures.js';

for (const [name, draw] of Object.entries(PICTURES))
  writeFileSync(new URL(`../images/${name}.svg`, import.meta.url), draw());
