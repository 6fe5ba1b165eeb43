/** Attribute of a popover that is open in a browser that knows none (Chromium 109, Safari 16). */
const OPEN = 'data-open';

function supportsPopovers(): boolean {
  return typeof HTMLElement.prototype.showPopover === 'function';
}

/** Shows a popover in the top layer; where the browser has no such layer, by an attribute that its styles know. */
export function showPopover(part: HTMLElement): void {
  if (!supportsPopovers()) part.setAttribute(OPEN, '');
  else if (!part.matches(':popover-open')) part.showPopover();
}

/** Does for buttons with `popovertarget` what a browser without popovers does not do. */
export function openPopoversByHand(): void {
  if (supportsPopovers()) return;
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[popovertarget]') : null;
    const part = document.getElementById(button?.getAttribute('popovertarget') ?? '');
    if (button) part?.toggleAttribute(OPEN, button.getAttribute('popovertargetaction') !== 'hide');
  });
}
