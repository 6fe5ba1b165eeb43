import { transform, type Rule, type SelectorList } from 'lightningcss';

/**
 * Splits a page's styles in three: those that its first screen needs, those used only below it, and the fonts that it
 * fetches. Each rule is in one of them. A rule belongs to the rest when every selector of it names a class that the first
 * screen does not have.
 */
export function partStyles(css: string, firstScreen: string): { first: string; rest: string; fonts: string } {
  const seen = new Set(
    [...firstScreen.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
  );
  const isDeferredStyle = (selectors: SelectorList): boolean =>
    selectors.every((selector) => selector.some((part) => part.type === 'class' && !seen.has(part.name)));
  return {
    first: filterRules(
      css,
      (rule) => !isFetchedFont(rule) && (rule.type !== 'style' || !isDeferredStyle(rule.value.selectors)),
    ),
    rest: filterRules(css, (rule) => rule.type === 'style' && isDeferredStyle(rule.value.selectors)),
    fonts: filterRules(css, isFetchedFont),
  };
}

/** A font of the device itself stands in for it until then, and belongs to the first screen. */
function isFetchedFont(rule: Rule): boolean {
  return (
    rule.type === 'font-face' &&
    rule.value.properties.some(
      ({ type, value }) => type === 'source' && value.some((from) => from.type === 'url'),
    )
  );
}

/** Keeps a condition around its remaining rules, and removes it with the last of them. */
function filterRules(css: string, isIncluded: (rule: Rule) => boolean): string {
  const { code } = transform({
    filename: 'landing.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      RuleExit(rule) {
        const stays =
          rule.type === 'media' || rule.type === 'supports' ? containsRules(rule) : isIncluded(rule);
        return stays ? undefined : [];
      },
    },
  });
  return Buffer.from(code).toString();
}

function containsRules(condition: Extract<Rule, { type: 'media' | 'supports' }>): boolean {
  return condition.value.rules.some((rule) => rule.type !== 'ignored');
}
