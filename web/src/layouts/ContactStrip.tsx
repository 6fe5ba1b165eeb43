import { IconMail, IconPhone } from '@tabler/icons-react';
import { joinClasses } from '../lib/join-classes.ts';
import { telHref } from '../lib/tel-href.ts';
import type { Contacts } from './ContactFooter.tsx';
import link from './ContactLink.module.css';
import styles from './ContactStrip.module.css';

type Props = { contacts: Contacts; className?: string | undefined };

/**
 * Shows phone, email and documents above everything (spec section 1). On a phone the documents are one click away, in
 * the footer.
 */
export function ContactStrip({ contacts, className }: Props) {
  return (
    <div className={joinClasses(styles.strip, className)}>
      {contacts.phone && (
        <a
          className={link.contact}
          href={telHref(contacts.phone)}
          aria-label={`Позвонить: ${contacts.phone}`}
        >
          <IconPhone aria-hidden="true" stroke={1.75} />
          <span className="tabular">{contacts.phone}</span>
        </a>
      )}
      {contacts.email && (
        <a
          className={joinClasses(link.contact, styles.mailContact)}
          href={`mailto:${contacts.email}`}
          aria-label={`Написать: ${contacts.email}`}
        >
          <IconMail aria-hidden="true" stroke={1.75} />
          <span>{contacts.email}</span>
        </a>
      )}
      <nav aria-label="Документы программы" className={styles.papers}>
        <a className={joinClasses(link.contact, styles.toPapers)} href="#documents">
          Документы
        </a>
        {contacts.documents.map((item) => (
          <a
            key={item.href}
            className={joinClasses(link.contact, styles.paper)}
            href={item.href}
            target="_blank"
            rel="noopener noreferrer"
          >
            {item.title}
          </a>
        ))}
      </nav>
    </div>
  );
}
