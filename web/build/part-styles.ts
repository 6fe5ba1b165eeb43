import { transform, type Rule, type SelectorList } from 'lightningcss';

/**
 * Splits a page's styles in two: those that its first screen needs, and those used only below it. Each rule is in one
 * of them. A rule belongs to the rest when every selector of it names a class that the first screen does not have.
 */
export function partStyles(css: string, firstScreen: string): { first: string; rest: string } {
  const seen = new Set(
    [...firstScreen.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)),
  );
  const isDeferredStyle = (selectors: SelectorList): boolean =>
    selectors.every((selector) => selector.some((part) => part.type === 'class' && !seen.has(part.name)));
  return {
    first: filterRules(css, (rule) => rule.type !== 'style' || !isDeferredStyle(rule.value.selectors)),
    rest: filterRules(css, (rule) => rule.type === 'style' && isDeferredStyle(rule.value.selectors)),
  };
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
