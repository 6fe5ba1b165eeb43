import type { ReactNode } from 'react';

/** One line of what is known of a request. */
export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children || 'Нет'}</dd>
    </div>
  );
}
