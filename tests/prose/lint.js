/* Checks the sentences of the documents and the comments: node tests/prose/lint.js [--help] [file …] */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TextlintKernelDescriptor } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { createLinter } from 'textlint';
import comments from './comments.js';
import sentences from './sentences.js';

const HELP = `node tests/prose/lint.js [--count] [file or folder …]

Checks Markdown, comments in C and JavaScript, and titles of tests: the length of sentences, passive
verbs, and retired words (tests/prose/retired.yml). Without a file it checks the whole project.

  --count   print the number of findings in each file only
  --help    print this text`;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_WORDS = { md: 25, comment: 30 };
const CHECKED = /\.(md|c|h|js|mjs)$/;
/** The changelog records old names; licences and test data have fixed words. */
const LEFT_OUT = /^CHANGELOG\.md$|(^|\/)LICENSE|^tests\/data\//;

const prh = createRequire(import.meta.url)('textlint-rule-prh').default;
const PLUGINS = [markdown.default ?? markdown, comments];

function linterOf(max) {
  const rule = (ruleId, from, options) => ({ ruleId, rule: from, options });
  return createLinter({
    descriptor: new TextlintKernelDescriptor({
      rules: [
        rule('sentences', sentences, { max }),
        rule('retired', prh, {
          rulePaths: [fileURLToPath(new URL('retired.yml', import.meta.url))],
        }),
      ],
      plugins: PLUGINS.map((plugin, k) => ({
        pluginId: ['markdown', 'comments'][k],
        plugin,
        options: true,
      })),
      filterRules: [],
    }),
  });
}

function filesBelow(paths) {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], {
    cwd: ROOT,
  });
  return String(list)
    .split('\n')
    .filter((path) => CHECKED.test(path) && !LEFT_OUT.test(path));
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(HELP);
  const files = filesBelow(positionals);
  if (files.length === 0) throw new Error(`no file to check: ${positionals.join(' ')}`);
  const linters = { md: linterOf(MAX_WORDS.md), comment: linterOf(MAX_WORDS.comment) };
  let total = 0;
  for (const path of files) {
    const linter = path.endsWith('.md') ? linters.md : linters.comment;
    const [{ messages }] = await linter.lintFiles([ROOT + path]);
    total += messages.length;
    if (values.count && messages.length > 0) console.log(`${path}: ${messages.length}`);
    if (!values.count)
      for (const { line, column, message } of messages)
        console.log(`${path}:${line}:${column} ${message}`);
  }
  console.log(`prose: ${files.length} files, ${total} findings`);
  if (total > 0) process.exitCode = 1;
}

await main();
