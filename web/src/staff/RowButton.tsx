import type { ComponentProps } from 'react';
import { useHandOnFocus } from '../lib/use-hand-on-focus.ts';
import { Button } from '../ui/Button.tsx';

/** An action on a row of a list that may be gone, row and all, when the action has been carried out. */
export function RowButton(props: ComponentProps<typeof Button>) {
  const button = useHandOnFocus<HTMLButtonElement>();
  return <Button ref={button} size="small" {...props} />;
}
