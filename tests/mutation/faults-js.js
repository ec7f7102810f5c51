/* The single faults that can be seeded in a JavaScript module. They are the same types of faults as in C,
 * found in the syntax tree. Strings, names, imports and types stay as they are. */
import { parse } from 'acorn';

import { lineFinder } from './faults-c.js';

/** @typedef {import('./faults-c.js').Fault} Fault */

const OTHER = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['/'],
  '**': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
  '===': ['!=='],
  '!==': ['==='],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '|=': ['&='],
  '&=': ['|='],
};
const STATEMENT = /(Statement|Declaration|Definition)$/;
const LEFT_ALONE = /^(Import|ExportAll|TemplateElement)/;

/** The direct children of a node. */
const children = (node) =>
  Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === 'string' && typeof value.start === 'number');

/** All single faults of a module. @param {string} text @returns {Fault[]} */
export function faultsOfJs(text) {
  const faults = [];
  const lineOf = lineFinder(text);
  let statements = 0;
  const add = (statement, kind, start, end, after) => {
    const before = text.slice(start, end);
    const line = lineOf(start);
    const lines = Math.max(before.split('\n').length - after.split('\n').length, 0);
    faults.push({ kind, start, end, line, before, after: after + '\n'.repeat(lines), statement });
  };
  const visit = (node, parent, outer) => {
    if (LEFT_ALONE.test(node.type)) return;
    const statement =
      STATEMENT.test(node.type) && node.type !== 'BlockStatement' ? statements++ : outer;
    const to = (kind, at, after) => add(statement, kind, at.start, at.end, after);
    change(node, parent, text, to, (kind, start, end, after) =>
      add(statement, kind, start, end, after),
    );
    for (const child of children(node)) visit(child, node, statement);
  };
  visit(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }), null, 0);
  return faults;
}

/** Adds the faults of one node.
 * @param {(kind: string, at: { start: number, end: number }, after: string) => void} to adds a fault of a
 *   node
 * @param {(kind: string, start: number, end: number, after: string) => void} add adds a fault of a range */
function change(node, parent, text, to, add) {
  const code = (part) => text.slice(part.start, part.end);
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      if (node.operator === '??') {
        to('operator', node, `(${code(node.left)})`);
        to('operator', node, `(${code(node.right)})`);
      }
      for (const other of OTHER[node.operator] ?? []) {
        const at = operatorBetween(text, node);
        add(
          /^[<>=!]=*$/.test(node.operator) ? 'comparison' : 'operator',
          at,
          at + node.operator.length,
          other,
        );
      }
      break;
    case 'UpdateExpression':
      to('operator', node, code(node).replace(node.operator, node.operator === '++' ? '--' : '++'));
      break;
    case 'UnaryExpression':
      if (node.operator === '-') to('sign', node, ` ${code(node.argument)}`);
      if (node.operator === '!') to('operator', node, ` ${code(node.argument)}`);
      break;
    case 'Literal':
      for (const other of otherLiterals(node, parent)) to('constant', node, other);
      break;
    case 'IfStatement':
      for (const value of ['false', 'true']) to('deleted condition', node.test, value);
      to('negated condition', node.test, `!(${code(node.test)})`);
      break;
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ConditionalExpression':
      to('negated condition', node.test, `!(${code(node.test)})`);
      break;
    case 'ExpressionStatement':
      if (!node.directive) to('deleted statement', node, ';');
      break;
    case 'ThrowStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      to('deleted statement', node, ';');
      break;
    case 'ReturnStatement':
      to('deleted return', node, ';');
      break;
    case 'CallExpression':
    case 'NewExpression':
      for (let k = 1; k < node.arguments.length; k++) {
        const [a, b] = [node.arguments[k - 1], node.arguments[k]];
        const between = text.slice(a.end, b.start);
        if (code(a) !== code(b) && b.type !== 'SpreadElement')
          add('swapped arguments', a.start, b.end, code(b) + between + code(a));
      }
      break;
  }
}

/** The offset of a binary operator, skipping comments. @param {import('acorn').BinaryExpression} node */
function operatorBetween(text, node) {
  const between = text.slice(node.left.end, node.right.start);
  const bare = between.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, (comment) =>
    ' '.repeat(comment.length),
  );
  return node.left.end + bare.indexOf(node.operator);
}

function otherLiterals({ value }, parent) {
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value !== 'number' || (parent?.type === 'Property' && parent.key.value === value))
    return [];
  if (value === 0) return ['1'];
  return [String(value + 1), Number.isInteger(value) ? `(${value - 1})` : '0'];
}
