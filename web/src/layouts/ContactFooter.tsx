import { IconMail, IconPhone } from '@tabler/icons-react';
import { joinClasses } from '../lib/join-classes.ts';
import { telHref } from '../lib/tel-href.ts';
import styles from './ContactFooter.module.css';
import type { Operator } from './operator.ts';
import link from './ContactLink.module.css';

export type Contacts = Pick<Operator, 'phone' | 'email' | 'documents' | 'legal'>;

type Props = { contacts: Contacts; className?: string | undefined };

/** Phone, mail and documents at the foot of working pages (spec section 1): reachable but not in the way. */
export function ContactFooter({ contacts: { phone, email, documents, legal }, className }: Props) {
  return (
    <footer id="documents" className={joinClasses(styles.footer, className)} data-print="hide">
      {phone && (
        <a className={link.contact} href={telHref(phone)} aria-label={`Позвонить: ${phone}`}>
          <IconPhone aria-hidden="true" stroke={1.75} />
          <span className="tabular">{phone}</span>
        </a>
      )}
      {email && (
        <a className={link.contact} href={`mailto:${email}`} aria-label={`Написать: ${email}`}>
          <IconMail aria-hidden="true" stroke={1.75} />
          <span>{email}</span>
        </a>
      )}
      {documents.map((item) => (
        <a
          key={item.href}
          className={link.contact}
          href={item.href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {item.title}
        </a>
      ))}
      {legal && <p>{legal}</p>}
    </footer>
  );
}
