/* Benchmark: times as charts and as numbers. At first the results are stored ones; then the visitor
 * measures on their own machine. */
import { html, render } from 'lit-html';
import { buttons, folded, section, toggle } from '../../ui/controls.js';
import { drawBars, drawChart } from '../../ui/chart.js';
import { startThread } from '../../ui/preload.js';
import { onTheme } from '../../ui/theme.js';
import { storedResults } from './stored.js';
import { TOPICS } from './topics.js';
import url from './worker.js?worker&url';

const COLOURS = ['a', 'b', 'witness', 'normal', 'contact', 'soft', 'good', 'plane'];

/** A logarithmic axis with plain numbers as ticks: 0.1, not 100m, which would look like a unit. */
const LOGARITHMIC = { type: 'log', tickFormat: ',~r' };

/** A time with three significant digits. */
const plain = (x) => (x >= 100 ? x.toFixed(0) : x.toPrecision(3));

class Benchmark {
  /** @param {object} host @param {Awaited<ReturnType<typeof storedResults>>} stored */
  constructor(host, stored) {
    this.host = host;
    this.stored = stored;
    this.results = {};
    this.running = null;
    this.worker = null;
    this.page = Object.assign(document.createElement('div'), { className: 'sheet', tabIndex: 0 });
    this.page.setAttribute('role', 'region');
    this.page.setAttribute('aria-label', 'Charts');
    host.view.append(this.page);
    this.observer = new ResizeObserver(() => this.#draw());
    this.observer.observe(host.view);
    this.stopTheme = onTheme(() => this.#draw());
  }

  restore(params) {
    const wanted = params.get('topics')?.split(',') ?? ['queries'];
    this.wanted = new Set(wanted.filter((name) => Object.hasOwn(TOPICS, name)));
    this.#show();
  }

  #choose(name, on) {
    this.wanted[on ? 'add' : 'delete'](name);
    this.host.remember({ topics: [...this.wanted].join(',') });
    this.#show();
  }

  async #run() {
    const names = Object.keys(TOPICS).filter((name) => this.wanted.has(name));
    this.host.tell('');
    this.stopped = false;
    for (const [i, name] of names.entries()) {
      if (this.stopped) break;
      this.running = name;
      this.#show();
      const label = `${TOPICS[name].title} (${i + 1} of ${names.length})`;
      this.host.busy(label, 0);
      try {
        const rows = await this.#measure(name, (progress) => this.host.busy(label, progress));
        if (rows) this.results[name] = rows;
      } catch (error) {
        this.host.tell(`${TOPICS[name].title}: ${error.message}`);
      }
    }
    this.running = null;
    this.host.busy('');
    this.#show();
  }

  /** @returns {Promise<object[] | null>} rows; null if cancelled */
  #measure(name, onProgress) {
    const worker = startThread(url);
    this.worker = worker;
    return new Promise((resolve, reject) => {
      this.cancelWorker = () => resolve(null);
      worker.onmessage = ({ data }) => {
        if (data.rows) resolve(data.rows);
        else if (data.error) reject(new Error(data.error));
        else onProgress(data.progress);
      };
      worker.onerror = () => reject(new Error('the worker could not be started'));
      worker.postMessage(name);
    }).finally(() => worker.terminate());
  }

  #cancel() {
    this.stopped = true;
    this.cancelWorker?.();
  }

  #save() {
    const about = { measured: new Date().toISOString(), browser: navigator.userAgent };
    const text = JSON.stringify({ ...about, results: this.results }, null, 1);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = 'growth-distance-benchmark.json';
    link.click();
    URL.revokeObjectURL(link.href);
  }

  #show() {
    const measured = Object.keys(this.results).length > 0;
    const run = {
      id: 'run',
      label: measured ? 'Measure again' : 'Measure',
      disabled: this.running !== null || this.wanted.size === 0,
      onClick: () => this.#run(),
    };
    const cancel = {
      id: 'cancel',
      label: 'Cancel',
      disabled: this.running === null,
      onClick: () => this.#cancel(),
    };
    const save = {
      id: 'save',
      label: 'Save as JSON',
      disabled: !measured,
      onClick: () => this.#save(),
    };
    const topics = Object.entries(TOPICS).map(([name, { title }]) =>
      toggle({
        id: `topic-${name}`,
        label: title,
        value: this.wanted.has(name),
        onChange: (on) => this.#choose(name, on),
      }),
    );
    const note = html`<p class="note">
      Medians of interleaved rounds in a worker of this page, after a warm-up. Other programs, other
      tabs and battery power slow queries down. Nothing is sent anywhere.
    </p>`;
    render(
      html`${section('What to measure', topics)}
        <section>${buttons('Measuring', [run, cancel, save])}</section>
        <section>${note}</section>
        ${this.#tables()}`,
      this.host.panel,
    );
    this.#draw();
  }

  /** The rows shown for a topic. */
  #rows(name) {
    return this.results[name] ?? this.stored.results[name];
  }

  /** The topics that are shown. */
  get #shown() {
    return Object.keys(TOPICS).filter((name) => this.wanted.has(name) || this.results[name]);
  }

  #tables() {
    return this.#shown.map((name) => {
      const rows = this.#rows(name);
      const { title, unit } = TOPICS[name];
      const line = (r) =>
        html`<tr>
          <th scope="row">${r.name}</th>
          <td>${r.group}</td>
          <td>${plain(r.value)} ${unit}</td>
        </tr>`;
      return folded(
        `Numbers: ${title}`,
        html`<table id=${`table-${name}`}>
          <tbody>
            ${rows.map(line)}
          </tbody>
        </table>`,
      );
    });
  }

  /** Draws one figure per topic, or a hint if no topic is chosen. */
  #draw() {
    if (!this.wanted) return;
    const shown = this.#shown;
    const figure = (name) =>
      html`<figure id=${`figure-${name}`}>
        <figcaption>
          <h2>${TOPICS[name].title}</h2>
          ${TOPICS[name].note}
        </figcaption>
        <p class="note" id=${`origin-${name}`}>${this.#origin(name)}</p>
        <div class="chart"></div>
      </figure>`;
    const hint = html`<p class="note">Choose what to measure.</p>`;
    render(shown.length > 0 ? shown.map(figure) : hint, this.page);
    for (const name of shown) this.#chart(name);
  }

  /** Where the rows of a topic were measured. */
  #origin(name) {
    if (this.results[name]) return 'Measured in this browser, on this machine.';
    return `Stored results for other random shapes, measured on another machine: ${this.stored.origin}. “Measure” replaces them with results of this machine.`;
  }

  #chart(name) {
    const root = this.page.querySelector(`#figure-${name} .chart`);
    const { title, unit, scale } = TOPICS[name];
    const rows = this.#rows(name);
    const time = unit === 'ns' ? 'time of a query, ns' : 'time of a frame, ms';
    if (!scale) {
      drawBars(root, { label: title, x: { label: time }, rows });
      return;
    }
    const groups = [...new Set(rows.map(({ group }) => group))];
    drawChart(root, {
      label: title,
      height: 260,
      x: { label: scale, ...LOGARITHMIC },
      y: { label: time, ...LOGARITHMIC },
      series: groups.map((group, i) => ({
        name: group,
        colour: `var(--${COLOURS[i]})`,
        points: rows.filter((r) => r.group === group).map((r) => [r.x, r.value]),
      })),
    });
  }

  close() {
    this.#cancel();
    this.observer.disconnect();
    this.stopTheme();
  }
}

/** @param {object} host see main.js @returns {Promise<Benchmark>} */
export async function open(host) {
  const page = new Benchmark(host, await storedResults());
  page.restore(host.params);
  return page;
}
