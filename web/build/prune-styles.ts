import { transform, type CustomAtRules, type Rule, type Selector, type Visitor } from 'lightningcss';

/**
 * Returns a page's styles without what the page cannot use: selectors with a class that it never has, custom properties
 * that nothing reads, and animations that nothing names. A class that only a script adds must be in `html` too.
 */
export function pruneStyles(css: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
  );
  const isUsable = (selector: Selector): boolean =>
    selector.every((part) => part.type !== 'class' || classes.has(part.name));
  const usable = rewriteStyles(css, {
    Rule: (rule) => (rule.type === 'style' && !rule.value.selectors.some(isUsable) ? [] : undefined),
    Selector: (selector) => (isUsable(selector) ? undefined : []),
    RuleExit: (rule) => (isEmptyCondition(rule) ? [] : undefined),
  });
  return dropUnread(usable, html);
}

/** Repeats until nothing more falls away: a property may be read by an unread one alone. */
function dropUnread(css: string, html: string): string {
  const read = new Set([...`${css}${html}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  const animated = [...css.matchAll(/animation(?:-name)?:([^;}]+)/g)].map(([, text]) => text).join(' ');
  const left = rewriteStyles(css, {
    // A property that lightningcss does not know is `custom` too.
    Declaration: { custom: ({ name }) => (!name.startsWith('--') || read.has(name) ? undefined : []) },
    Rule: {
      keyframes: ({ value }) => (animated.includes(String(value.name.value)) ? undefined : []),
    },
  });
  return left.length < css.length ? dropUnread(left, html) : left;
}

function isEmptyCondition(rule: Rule): boolean {
  return (
    (rule.type === 'media' || rule.type === 'supports') &&
    rule.value.rules.every(({ type }) => type === 'ignored')
  );
}

function rewriteStyles(css: string, visitor: Visitor<CustomAtRules>): string {
  const { code } = transform({ filename: 'landing.css', code: Buffer.from(css), minify: true, visitor });
  return Buffer.from(code).toString();
}
