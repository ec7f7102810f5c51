/* Generates the code of a scene as a module that anybody can run: shapes, poses, one query. The module
 * prints the numbers that the demo shows, to the last bit. */

const WIDTH = 96;

/** Classes whose name is not the capitalised type. */
const CLASSES = {
  hull: 'ConvexHull',
  dsf: 'SmoothHull',
  halfspace: 'HalfSpace',
  sum: 'MinkowskiSum',
  points: 'PointSet',
  'norm-ball': 'NormBall',
};
const classOf = (type) => CLASSES[type] ?? type[0].toUpperCase() + type.slice(1);

/** The fields of each result that the code prints; null if the result is true or false. */
const PRINTED = {
  growthDistance: ['value', 'lower', 'upper', 'normal', 'contact'],
  growthGradient: ['value', 'normal', 'gradient', 'unique'],
  distance: ['value', 'lower', 'normal', 'pointA', 'pointB'],
  distanceGradient: ['value', 'normal', 'gradient', 'unique'],
  penetration: ['value', 'lower', 'normal', 'pointA', 'pointB'],
  penetrationGradient: ['value', 'normal', 'gradient', 'unique'],
  signedDistance: ['value', 'lower', 'upper', 'normal', 'pointA', 'pointB'],
  generalizedDistance: ['value', 'contact', 'normal'],
  collide: ['colliding', 'point', 'normal'],
  intersects: null,
  timeOfImpact: ['hit', 'time', 'lower', 'upper', 'normal', 'pointA', 'pointB'],
  castShape: ['hit', 'time', 'lower', 'upper', 'normal', 'pointA', 'pointB'],
  castRay: ['hit', 'time', 'lower', 'upper', 'normal', 'point'],
};

/** Reserved words, and the names that the generated code uses itself. */
const TAKEN = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends ' +
    'false finally for function if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true try typeof var void while ' +
    'with yield arguments eval bodies options displacement ray i j r'
  ).split(' '),
);

const capital = (word) => word[0].toUpperCase() + word.slice(1);

/**
 * Names for constants, all different: 'Big rock.obj' becomes bigRockObj.
 * @param {string[]} names
 */
function identifiers(names) {
  const seen = new Set([...TAKEN, ...Object.keys(PRINTED)]);
  return names.map((name) => {
    const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
    const joined = words.map((word, i) => (i > 0 ? capital(word) : word)).join('') || 'shape';
    const plain = /^\d/.test(joined) ? `shape${joined}` : joined[0].toLowerCase() + joined.slice(1);
    let unique = plain;
    for (let k = 2; seen.has(unique); k++) unique = `${plain}${k}`;
    seen.add(unique);
    return unique;
  });
}

const isRecord = (value) => typeof value?.type === 'string';
const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/**
 * A value as source code: on one line if it fits, otherwise on several indented lines.
 * @param {any} value plain data, or records of shapes
 * @param {string} indent
 * @param {number} used characters in front of the value on its line
 * @returns {string}
 */
function print(value, indent, used) {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const line = onOneLine(value);
  if (used + line.length <= WIDTH) return line;
  const inner = `${indent}  `;
  if (isList(value)) return `[\n${inner}${filled(Array.from(value), inner)}\n${indent}]`;
  const { type, ...fields } = isRecord(value) ? value : { type: null, ...value };
  const rows = Object.entries(fields).map(([name, field]) => {
    const start = `${inner}${key(name)}: `;
    return `${start}${print(field, inner, start.length)},`;
  });
  const body = `{\n${rows.join('\n')}\n${indent}}`;
  return type === null ? body : `new ${classOf(type)}(${body})`;
}

function onOneLine(value) {
  if (typeof value !== 'object' || value === null) return print(value, '', 0);
  if (isList(value)) return `[${Array.from(value, onOneLine).join(', ')}]`;
  const { type, ...fields } = isRecord(value) ? value : { type: null, ...value };
  const list = Object.entries(fields).map(([name, field]) => `${key(name)}: ${onOneLine(field)}`);
  const body = list.length > 0 ? `{ ${list.join(', ')} }` : '{}';
  return type === null ? body : `new ${classOf(type)}(${body})`;
}

/** The items of a list, with as many on each line as fit. @param {any[]} items @param {string} indent */
function filled(items, indent) {
  const lines = [''];
  for (const item of items) {
    const text = `${onOneLine(item)},`;
    const last = lines.length - 1;
    const joined = lines[last] ? `${lines[last]} ${text}` : text;
    if (lines[last] && indent.length + joined.length > WIDTH) lines.push(text);
    else lines[last] = joined;
  }
  return lines.join(`\n${indent}`);
}

/** The classes that a record and its parts need. @param {any} value @returns {string[]} */
function classesOf(value) {
  if (typeof value !== 'object' || value === null || isList(value)) return [];
  const parts = Object.values(value).flatMap(classesOf);
  return isRecord(value) ? [classOf(value.type), ...parts] : parts;
}

const constant = (name, value) => `const ${name} = ${print(value, '', name.length + 9)};`;

/**
 * Generates the code of a scene. With one or two shapes it runs the query once; with more, for every pair.
 *
 * @param {object} scene
 * @param {{ name: string, record: object }[]} scene.shapes the constants are named after `name`; records
 *   as from `shape.toJSON()`, 3D or 2D
 * @param {object[]} scene.poses one per shape, plain data: `{ position, quaternion }`,
 *   `{ position, angle }`, a list of numbers, or null
 * @param {string} scene.query a function of the package: 'growthDistance', 'distance', …
 * @param {object} [scene.options] of the query
 * @param {string} [scene.prefix] of the constants for poses
 * @param {Record<string, object>} [scene.more] arguments after the poses, by the name of the constant
 * @returns {string} a module
 */
export function codeOf({ shapes, poses, query, options = {}, prefix = 'pose', more = {} }) {
  if (!Object.hasOwn(PRINTED, query)) throw new RangeError(`there is no query ${query}`);
  const names = identifiers(shapes.map(({ name }) => name));
  const poseNames = names.map((name) => `${prefix}${capital(name)}`);
  const imports = [...new Set(shapes.flatMap(({ record }) => classesOf(record)))].sort();
  const once = shapes.length <= 2;
  const bodies = once
    ? names.flatMap((name, i) => [name, poseNames[i]])
    : ['...bodies[i]', '...bodies[j]'];
  const given = Object.keys(options).length > 0 ? ['options'] : [];
  const call = `${query}(${[...bodies, ...Object.keys(more), ...given].join(', ')})`;
  return [
    importLine([...imports, query]),
    '',
    ...shapes.map(({ record }, i) => constant(names[i], record)),
    ...poses.map((pose, i) => constant(poseNames[i], pose ?? null)),
    ...Object.entries(more).map(([name, value]) => constant(name, value)),
    ...given.map((name) => constant(name, options)),
    '',
    ...(once ? ask(query, call) : askAll(query, call, names, poseNames)),
    '',
  ].join('\n');
}

function importLine(names) {
  const line = `import { ${names.join(', ')} } from 'growth-distance';`;
  if (line.length <= WIDTH) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from 'growth-distance';`;
}

function ask(query, call) {
  const fields = PRINTED[query];
  if (!fields) return [`console.log(${call});`];
  const list = fields.join(', ');
  return [`const { ${list} } = ${call};`, `console.log({ ${list} });`];
}

/** A loop over all pairs that prints the most important number of each result. */
function askAll(query, call, names, poseNames) {
  const fields = PRINTED[query];
  const bodies = names.map((name, i) => `  [${name}, ${poseNames[i]}],`);
  return [
    'const bodies = [',
    ...bodies,
    '];',
    'for (let j = 1; j < bodies.length; j++) {',
    '  for (let i = 0; i < j; i++) {',
    `    const r = ${call};`,
    `    console.log(i, j, r${fields ? `.${fields[0]}` : ''});`,
    '  }',
    '}',
  ];
}
