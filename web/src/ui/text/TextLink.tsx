import type { ComponentProps } from 'react';
import { joinClasses } from '../../lib/join-classes.ts';
import { AppLink, type AppLinkProps } from '../AppLink.tsx';
import styles from './TextLink.module.css';

type Tone = { quiet?: boolean };

/** An underlined link to a page of the product. */
export function TextLink({ quiet = false, className, ...rest }: AppLinkProps & Tone) {
  return <AppLink {...rest} className={joinClasses(textLinkClass({ quiet }), className)} />;
}

/** An underlined link outside the product's pages: to another site, a file, a phone or a mail address. */
export function ExternalLink({ quiet = false, className, ...rest }: ComponentProps<'a'> & Tone) {
  const outside = rest.target === '_blank' ? { rel: 'noopener noreferrer' } : {};
  return <a {...outside} {...rest} className={joinClasses(textLinkClass({ quiet }), className)} />;
}

/** Shows a button that looks like a link within a sentence. */
export function LinkButton({
  quiet = false,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Tone) {
  return <button {...rest} type={type} className={joinClasses(textLinkClass({ quiet }), className)} />;
}

/** The class of the link, for an anchor rendered elsewhere. */
export function textLinkClass({ quiet = false }: Tone = {}): string {
  return joinClasses(styles.link, quiet && styles.quiet);
}
