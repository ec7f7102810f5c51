/* The strip below the view: the time line with the certified interval and the samples, the controls of
 * the time shown, and the sentence. */
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { ICONS, icon } from '../../steps/transport.js';
import { buttons, format } from '../../ui/controls.js';
import { relationOf } from './words.js';

const percent = (t) => `${(100 * t).toFixed(4)}%`;

/**
 * @param {object} view
 * @param {ReturnType<import('./answer.js').answer>} view.found
 * @param {number} view.time shown
 * @param {boolean} view.atRest whether it is the time that the page shows first
 * @param {number | null} view.step of the solver that is shown
 * @param {boolean} view.playing
 * @param {string} view.words the sentence
 * @param {Record<string, Function>} act play(), contact(), time(t), step(k)
 */
export function timeline({ found, time, atRest, step, playing, words }, act) {
  const { result, steps } = found;
  return html`<div class="times">
      ${buttons('Time', [
        {
          id: 'play',
          name: playing ? 'Pause' : 'Play',
          label: icon(ICONS[playing ? 'pause' : 'play']),
          disabled: !result,
          onClick: act.play,
        },
        {
          id: 'at-contact',
          name: result && !result.hit ? 'Go to the least gap' : 'Go to the contact',
          label: icon(ICONS.last),
          disabled: !result || atRest,
          onClick: act.contact,
        },
        {
          id: 'step-back',
          name: 'Previous step of the solver',
          label: icon(ICONS.back),
          disabled: steps.length === 0 || step === 0,
          onClick: () => act.step((step ?? steps.length) - 1),
        },
        {
          id: 'step-next',
          name: 'Next step of the solver',
          label: icon(ICONS.next),
          disabled: steps.length === 0 || step === steps.length - 1,
          onClick: () => act.step((step ?? -1) + 1),
        },
      ])}
      <div class="axis">
        <input
          type="range"
          id="time"
          aria-label="Time shown"
          min="0"
          max="1"
          step="0.001"
          .value=${live(String(time))}
          @input=${(event) => act.time(Number(event.target.value))}
        />
        ${track(found, time, step)}
        <div class="below">${isInterval(result) ? magnified(result) : nothing}</div>
      </div>
      <label class="shown">t = <output id="now" for="time">${format(time, 4)}</output></label>
    </div>
    <p id="caption" class="caption" role="status" tabindex="0">${words}</p>`;
}

/** The whole motion: what is proved free, the contact, and a dot for each sample. */
function track({ result, samples, steps }, time, step) {
  if (!result) return html`<div class="track"></div>`;
  const { hit, lower } = result;
  const free = hit ? lower : 1;
  const count = steps.length > 0 ? ` in ${steps.length} steps of the solver` : '';
  const label = `Time line from 0 to 1: proved free ${hit ? `up to ${lower}` : 'to the end'}${count}; ${
    samples.filter((sample) => sample.hit).length
  } of ${samples.length} samples see contact`;
  return html`<div class="track" role="img" aria-label=${label}>
    <i class="free" style="width: ${percent(free)}"></i>
    ${steps.map((one, k) => mark(one, k === step))}
    ${samples.map(
      (sample) =>
        html`<i
          class=${sample.hit ? 'sample hit' : 'sample'}
          style="left: ${percent(sample.t)}"
        ></i>`,
    )}
    ${hit ? html`<i class="contact" style="left: ${percent(lower)}"></i>` : nothing}
    <i class="now" style="left: ${percent(time)}"></i>
  </div>`;
}

/** A step: a box over the time that it proves free, or a tick for a test. */
function mark({ type, start, end, contact }, chosen) {
  const looks = ['step', type === 'test' && 'test', chosen && 'chosen', contact && 'shows'];
  const classes = looks.filter(Boolean).join(' ');
  return html`<i
    class=${classes}
    style="left: ${percent(start)}; width: ${percent(end - start)}"
  ></i>`;
}

/** Whether a result has an interval of the contact. */
const isInterval = (result) => result?.hit && result.status !== 'overlapping';

/** The interval of the contact, so large that its ends can be seen. */
function magnified(result) {
  const { lower, upper } = result;
  const proved = relationOf(result) === 'contact';
  const known = Number.isFinite(upper);
  const at = `calc(8px + (100% - 16px) * ${lower})`;
  return html`<i class="lens" style="clip-path: polygon(${at} 0, 100% 100%, 0 100%)"></i>
    <div class="magnified" role="img" aria-label=${intervalLabel(result, proved)}>
      <span class="free"><b>proved</b> free</span>
      <span class="between"
        >${known ? html`${(upper - lower).toExponential(1)} <b>wide</b>` : 'not known'}</span
      >
      <span class=${proved ? 'touching' : 'between'}>
        ${proved ? html`<b>proved</b> contact` : 'not proved'}
      </span>
    </div>`;
}

const intervalLabel = ({ lower, upper }, proved) =>
  `The interval of the contact, magnified: proved free up to ${lower}, ${
    proved ? `contact proved at ${upper}` : 'contact not proved'
  }`;
