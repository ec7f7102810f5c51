/* make bench: runs the topics of the suite (suite.js explains topics) and writes the report. The report is
 * docs/lab/benchmarks.json, docs/lab/benchmarks.md, docs/images/bench-*.svg, and the pages of topics that
 * have their own. A topic that is not measured keeps its rows in docs/lab/benchmarks.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

import { drawCharts } from './draw.js';
import { runFile, writeJson, writeMarkdown } from './report.js';
import { allCounts, measure } from './run.js';
import { ratioWithQuartiles, table } from './text.js';
import { topics } from './topics/index.js';

const HELP = `node tests/bench/bench.js [options]

  --quick            fewer and shorter rounds; writes nothing unless --write
  --only a,b         only these topics: ${topics.map(({ name }) => name).join(', ')}
  --platforms a,b    only these: node, chromium, native
  --write            writes the report also of a quick or partial run: a topic left out stays as it was
  --draw             measures nothing: makes the report of docs/lab/benchmarks.json again
  --baseline         measures nothing: counts iterations and writes tests/bench/baseline.json
  --help             this text`;

const DOCS = new URL('../../docs/lab/', import.meta.url);
const BASELINE = new URL('baseline.json', import.meta.url);

function readOptions(given) {
  const known = ['--quick', '--only', '--platforms', '--write', '--draw', '--baseline'];
  const value = (name) => {
    const i = given.indexOf(name);
    return i < 0 ? null : (given[i + 1] ?? '').split(',');
  };
  const wrong = given.find((text) => text.startsWith('--') && !known.includes(text));
  if (wrong) throw new Error(`there is no option ${wrong}\n\n${HELP}`);
  const names = value('--only') ?? topics.map(({ name }) => name);
  const unknown = names.find((name) => !topics.some((topic) => topic.name === name));
  if (unknown !== undefined) throw new Error(`there is no topic '${unknown}'\n\n${HELP}`);
  const has = (name) => given.includes(name);
  return {
    quick: has('--quick'),
    write: has('--write') || has('--draw') || !given.some((text) => text.startsWith('--')),
    draw: has('--draw'),
    baseline: has('--baseline'),
    chosen: topics.filter(({ name }) => names.includes(name)),
    platforms: value('--platforms') ?? ['node', 'chromium', 'native'],
  };
}

/** The content of docs/lab/benchmarks.json: the machine, the time of each topic's run, and its rows. */
function lastRun() {
  try {
    return JSON.parse(readFileSync(new URL('benchmarks.json', DOCS), 'utf8'));
  } catch {
    return { machine: null, measured: {}, rows: {} };
  }
}

/** The data of this run, and those of earlier runs for topics that were not measured. */
function joined(run, last) {
  const cpu = cpus();
  const date = new Date().toISOString().slice(0, 16);
  const now = Object.fromEntries(Object.keys(run.rows).map((name) => [name, date]));
  return {
    machine: {
      cores: cpu.length,
      cpu: cpu[0].model.trim(),
      node: process.versions.node,
      chromium: run.chromium,
      samples: run.rounds,
      seconds: Math.round(run.seconds),
      date,
    },
    measured: { ...last.measured, ...now },
    rows: { ...last.rows, ...run.rows },
  };
}

/** A sentence about the largest ratio between two measurements of the same queries. */
function noiseOf(rows) {
  const list = (rows ?? []).flatMap(({ ratios }) => Object.values(ratios));
  if (list.length === 0) return '';
  const worst = list.reduce((a, b) =>
    Math.abs(Math.log(b.median)) > Math.abs(Math.log(a.median)) ? b : a,
  );
  return `\n\nTwo measurements of the same queries differ by a factor of up to ${ratioWithQuartiles(worst)} on this machine (median and quartiles). Smaller differences mean nothing.`;
}

/** The reports of topics that have rows. Leaves out a topic whose earlier rows lack a field that it needs
 * now. */
function partsOf(rows, fresh) {
  return topics.flatMap((topic) => {
    if (!rows[topic.name]?.length) return [];
    try {
      return [{ ...topic, ...topic.report(rows[topic.name]) }];
    } catch (error) {
      if (topic.name in fresh) throw error;
      console.error(`${topic.name} is left out: its rows have an older form`);
      return [];
    }
  });
}

/** The report: its Markdown, its charts, and the pages of topics. */
function reportOf({ machine, measured, rows }, fresh) {
  const parts = partsOf(rows, fresh);
  const figures = parts.flatMap((part) => part.figures ?? []);
  const charts = parts.flatMap((part) => part.charts ?? []);
  const image = ({ name, title }) => `![${title}](../images/bench-${name}.svg)`;
  const sections = parts.map(({ name, title, page, markdown, charts: own = [] }) => {
    const text = page ? `The tables are on [their own page](${page}.md).` : markdown;
    const early =
      measured[name] === machine.date ? [] : [`This part was measured at ${measured[name]}.`];
    return [`## ${title}`, ...own.map(image), ...early, text].join('\n\n');
  });
  const how = `on ${machine.cores} cores shared with others (${machine.cpu}), Node ${machine.node}${machine.chromium ? `, Chromium ${machine.chromium}` : ''}`;
  const pages = parts
    .filter(({ page }) => page)
    .map(({ title, page, markdown, charts: own = [] }) => {
      const made = `\`make bench\` measured this page ${how}. [Benchmarks](benchmarks.md) explains the method.`;
      return { page, markdown: [`# ${title}`, made, ...own.map(image), markdown].join('\n\n') };
    });
  const markdown = `# Benchmarks

\`make bench\` measured this page ${how}.

Every time is the median of ${machine.samples} samples of about a millisecond, with quartiles in parentheses. A warm-up of 10,000 queries and 150 ms precedes them. The samples of compared subjects alternate. A ratio is the median of the ratios of all rounds. Every sample counts, and no run is repeated to get a better result.

Times depend on the machine, so compare them within one run only. Iterations are exact. Node, Chromium and native code give the same bits.${noiseOf(rows.noise)}

${table(
  ['figure (times in Node, through JavaScript)', 'measured', 'goal'],
  figures.map((one) => [one.figure, one.measured, one.goal ?? '']),
)}

${sections.join('\n\n')}
`;
  return { markdown, charts, pages };
}

async function main() {
  const { quick, write, draw, baseline, chosen, platforms } = readOptions(process.argv.slice(2));
  if (baseline) return writeFileSync(BASELINE, `${JSON.stringify(await allCounts(), null, 1)}\n`);
  const last = lastRun();
  if (draw && !last.machine) throw new Error('docs/lab/benchmarks.json contains no run');
  const run = draw ? null : await measure({ chosen, quick, platforms });
  const data = run ? joined(run, last) : last;
  const { markdown, charts, pages } = reportOf(data, run?.rows ?? {});
  console.log(markdown);
  if (run) console.log(`measured in ${run.seconds.toFixed(0)} s`);
  if (!write) return;
  await drawCharts(charts, DOCS);
  await writeMarkdown(DOCS, 'benchmarks', markdown);
  for (const one of pages) await writeMarkdown(DOCS, one.page, one.markdown);
  if (run) writeJson(DOCS, 'benchmarks', data);
}

if (process.argv.includes('--help')) console.log(HELP);
else if (runFile(import.meta.url)) {
  await main();
  process.exit(); // some peers keep a handle open
}
