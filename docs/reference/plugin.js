/*
 * Makes the reference a part of the site: documents have the name of their first heading and a group in
 * the navigation, and each page links to the demo. Also removes a parameter that no function has.
 */
import { Converter, JSX, PageEvent } from 'typedoc';

/** The group of a document, by the beginning of its path. */
const GROUPS = [
  ['docs/guides/', 'Guides'],
  ['docs/examples/', 'Guides'],
  ['docs/lab/', 'Measurements'],
  ['', 'Theory and project'],
];

const headingOf = (content) => {
  const text = content.map((part) => part.text).join('');
  return /^# +(.*)$/m.exec(text)?.[1].replace(/[`*]/g, '');
};

export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => {
    const [, group] = GROUPS.find(([start]) => document.name.startsWith(start));
    document.name = headingOf(document.content) ?? document.name;
    document.frontmatter.group = group;
  });
  // typedoc's compiler adds `...args: any[]` to JavaScript functions that count their `arguments`
  app.converter.on(Converter.EVENT_CREATE_SIGNATURE, (_context, signature) => {
    const isAdded = ({ name, flags }) => name === 'args' && flags.isRest;
    signature.parameters = signature.parameters?.filter((parameter) => !isAdded(parameter));
  });
  // typedoc marks no main landmark, by which screen readers skip the navigation
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents?.replace('container-main"', 'container-main" role="main"');
  });
  app.renderer.hooks.on('pageSidebar.begin', (context) =>
    JSX.createElement(
      'p',
      null,
      JSX.createElement('a', { href: context.relativeURL('../index.html') }, 'Open the demo'),
    ),
  );
}
