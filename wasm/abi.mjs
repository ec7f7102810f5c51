/* Writes wasm/dist/abi.js from the dump of the header: node wasm/abi.mjs <dump program>.
 *
 * The fields of a record must cover it from 0 to its size without a gap, and the values of an
 * enumeration must be consecutive. So the build stops if the header has a field that the dump omits. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const { QUERY, ...dump } = JSON.parse(execFileSync(process.argv[2], { encoding: 'utf8' }));
const lines = ['// Generated from src/growth_distance.h by wasm/abi.mjs. Do not edit.', ''];

/** @param {string} name @param {number} value */
const constant = (name, value) => lines.push(`export const ${name} = ${value};`);

function writeEnum(group, entries) {
  // the offsets of RECORD may have gaps, because one of its fields is a vector
  const values = Object.values(entries);
  const step = values.at(-1) < 0 ? -1 : 1;
  values.forEach((value, i) => {
    if (group !== 'RECORD' && value !== values[0] + step * i)
      throw new Error(`ABI gap in ${group} at ${Object.keys(entries)[i]}`);
  });
  for (const [name, value] of Object.entries(entries)) constant(`${group}_${name}`, value);
}

function writeRecord(group, fields, size) {
  let end = 0;
  for (const [name, [offset, length]] of Object.entries(fields)) {
    if (offset !== end) throw new Error(`ABI gap in ${group} before ${name}`);
    end = offset + length;
    constant(`${group}_${name.toUpperCase()}`, offset);
  }
  if (end !== size) throw new Error(`ABI gap in ${group} after its last field`);
  constant(`${group}_STRIDE`, size);
}

/** 'MAX_ITERATIONS' -> 'max-iterations' */
const text = (name) => name.toLowerCase().replaceAll('_', '-');

for (const [group, { '': size, ...entries }] of Object.entries(dump)) {
  if (group === '') for (const [name, value] of Object.entries(entries)) constant(name, value);
  else if (size === 0) writeEnum(group, entries);
  else writeRecord(group, entries, size);
  lines.push('');
}

const texts = (entries) =>
  Object.entries(entries)
    .filter(([name]) => name !== '')
    .map(([name]) => `'${text(name)}'`)
    .join(', ');
const queries = Object.keys(QUERY).filter((name) => name !== '');
lines.push(
  `/** @typedef {'${queries.join("' | '")}'} QueryName the queries of one pair */`,
  '/** Text of a status: STATUS_TEXTS[status]. */',
  `export const STATUS_TEXTS = /** @type {const} */ ([${texts(dump.STATUS)}]);`,
  '/** Name of a method: METHOD_TEXTS[method]. */',
  `export const METHOD_TEXTS = /** @type {const} */ ([${texts(dump.METHOD)}]);`,
  '/** Name of a sub-algorithm: SUBALGORITHM_TEXTS[subalgorithm]. */',
  `export const SUBALGORITHM_TEXTS = /** @type {const} */ ([${texts(dump.SUBALGORITHM)}]);`,
  '/** Name of an iterate: ITERATE_TEXTS[type]. */',
  `export const ITERATE_TEXTS = /** @type {const} */ ([${texts(dump.ITERATE)}]);`,
  '/** Text of an error: ERROR_TEXTS[-1 - error]. */',
  `export const ERROR_TEXTS = /** @type {const} */ ([${texts(dump.ERROR)}]);`,
  '',
);
writeFileSync(new URL('dist/abi.js', import.meta.url), lines.join('\n'));
