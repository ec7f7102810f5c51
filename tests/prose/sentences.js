/*
 * A textlint rule: a sentence has at most `max` words and at most one verb in the passive.
 *
 * Code in backticks counts as one word, and so does a formula without spaces.
 */
import passive from 'passive-voice';
import { split } from 'sentence-splitter';
import { StringSource } from 'textlint-util-to-string';

const isWord = (token) => /[\p{L}\p{N}]/u.test(token);

export const wordsOf = (sentence) => sentence.split(/\s+/).filter(isWord);

export default function sentences(context, { max, maxPassive = 1 }) {
  const { Syntax, RuleError, report, locator } = context;
  const check = (node) => {
    const source = new StringSource(node, {
      replacer: ({ node: part, maskValue }) =>
        part.type === Syntax.Code ? maskValue('x') : undefined,
    });
    const text = source.toString().replace(/`[^`]*`/g, (code) => 'x'.repeat(code.length));
    for (const { type, raw, range } of split(text)) {
      if (type !== 'Sentence') continue;
      const at = source.originalIndexFromIndex(range[0]) ?? 0;
      const say = (message) => report(node, new RuleError(message, { padding: locator.at(at) }));
      const words = wordsOf(raw).length;
      if (words > max) say(`${words} words in a sentence, at most ${max}: "${brief(raw)}"`);
      const verbs = passive(raw).length;
      if (verbs > maxPassive) say(`${verbs} passive verbs in a sentence: "${brief(raw)}"`);
    }
  };
  return { [Syntax.Paragraph]: check, [Syntax.TableCell]: check, [Syntax.Header]: check };
}

const brief = (text) => {
  const words = text.split(/\s+/);
  return words.length > 14 ? `${words.slice(0, 14).join(' ')} …` : words.join(' ');
};
