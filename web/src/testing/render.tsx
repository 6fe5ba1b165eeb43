import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Puts an element on a page of its own for one test. Files that use it run with `@vitest-environment happy-dom`. */
export async function render(element: ReactNode): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(element));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
}

/** Runs a change from outside the page, and waits until it is shown. */
export async function settle(change: () => void): Promise<void> {
  await act(async () => change());
}

/** Returns the control that a label names. */
export function getField(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const control = found && document.getElementById(found.htmlFor);
  if (!control) throw new Error(`No field is labelled «${label}»`);
  return control as HTMLInputElement;
}

export function findButton(name: string): HTMLButtonElement {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`No button is named «${name}»`);
  return button;
}

export async function click(name: string): Promise<void> {
  const button = findButton(name);
  await settle(() => button.click());
}

/** Changes a field as the keyboard does: React listens to the browser's own setter. */
export async function type(label: string, text: string): Promise<void> {
  const field = getField(label);
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  await settle(() => {
    set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Text that a screen reader adds to a control: its help, or its refusal. */
export function describe(control: Element): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}
