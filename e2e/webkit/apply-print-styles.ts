/** Shows the page by the rules of its print styles, for a browser whose driver does not print. Runs in the page. */
export function applyPrintStyles(): void {
  dispatchEvent(new Event('beforeprint'));
  for (const sheet of document.styleSheets) applyWithin(sheet.cssRules);

  function applyWithin(rules: CSSRuleList): void {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const { mediaText } = rule.media;
        if (mediaText.includes('print')) rule.media.mediaText = 'all';
        else if (mediaText.includes('screen')) rule.media.mediaText = 'not all';
      }
      if (rule instanceof CSSGroupingRule) applyWithin(rule.cssRules);
    }
  }
}
