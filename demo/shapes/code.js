/* A scene as a program that asks the same question and prints the same numbers. */

/** What each query's result is worth printing. */
const PRINTED = {
  growthDistance: ['value', 'lower', 'upper', 'contact', 'normal'],
  signedDistance: ['value', 'pointA', 'pointB', 'normal'],
  distance: ['value', 'pointA', 'pointB', 'normal'],
  penetration: ['depth', 'pointA', 'pointB', 'normal'],
};
/** Characters of a line. */
const WIDTH = 90;

const isKey = (name) => /^[a-z_$][\w$]*$/i.test(name);

/** A value as JavaScript, in one line. */
function inline(value) {
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return `[${Array.from(value, inline).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, v]) => `${isKey(name) ? name : JSON.stringify(name)}: ${inline(v)}`,
    );
    return `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : String(value);
}

/** A value as JavaScript, broken into lines where it is long: as many short items a line as fit. */
function source(value, indent = '') {
  const line = inline(value);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object') return line;
  const inner = `${indent}  `;
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) {
    const fields = Object.entries(value).map(
      ([name, v]) => `${inner}${name}: ${source(v, inner)},`,
    );
    return `{\n${fields.join('\n')}\n${indent}}`;
  }
  const lines = [];
  for (const item of Array.from(value, inline)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length + 2 <= WIDTH)
      lines[lines.length - 1] = `${last} ${item},`;
    else lines.push(`${inner}${item},`);
  }
  return `[\n${lines.join('\n')}\n${indent}]`;
}

/**
 * @param {object} scene
 * @param {{ name: string, record: import('growth-distance').ShapeRecord }[]} scene.shapes two of them
 * @param {object[]} scene.poses one a shape, as plain data
 * @param {keyof typeof PRINTED} scene.query
 * @param {object} [scene.options] of the query
 * @returns {string} a module
 */
export function codeOf({ shapes, poses, query, options }) {
  const names = shapes.map(({ name }) => name);
  const make = ({ name, record }) => `const ${name} = Shape.from(${source(record)});`;
  const place = (pose, i) => `const ${poseName(names[i])} = ${source(pose)};`;
  const values = [names[0], poseName(names[0]), names[1], poseName(names[1])];
  if (options && Object.keys(options).length > 0) values.push(inline(options));
  return [
    `import { Shape, ${query} } from 'growth-distance';`,
    '',
    ...shapes.map(make),
    ...poses.map(place),
    '',
    `const r = ${query}(${values.join(', ')});`,
    ...PRINTED[query].map((field) => `console.log('${field}', r.${field});`),
    '',
  ].join('\n');
}

const poseName = (name) => `pose${name[0].toUpperCase()}${name.slice(1)}`;
