import { IconChevronDown, IconMail, IconPhone } from '@tabler/icons-react';
import { joinClasses } from '../lib/join-classes.ts';
import { telHref } from '../lib/tel-href.ts';
import type { Contacts } from './ContactFooter.tsx';
import link from './ContactLink.module.css';
import styles from './FoldedContacts.module.css';

const LIST = 'documents-list';

/**
 * Phone, email and documents within the one line of a header (spec section 1). The browser opens and closes the list of
 * documents, so it works without scripts.
 */
export function FoldedContacts({
  contacts,
  className,
}: {
  contacts: Contacts;
  className?: string | undefined;
}) {
  return (
    <div className={joinClasses(styles.contacts, className)}>
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
          className={joinClasses(link.contact, styles.mail)}
          href={`mailto:${contacts.email}`}
          aria-label={`Написать: ${contacts.email}`}
          title={contacts.email}
        >
          <IconMail aria-hidden="true" stroke={1.75} />
        </a>
      )}
      <nav aria-label="Документы программы" className={styles.documents}>
        <button type="button" className={joinClasses(link.contact, styles.button)} popoverTarget={LIST}>
          Документы
          <IconChevronDown aria-hidden="true" stroke={1.75} />
        </button>
        <span id={LIST} popover="auto" className={styles.list}>
          {contacts.documents.map((item) => (
            <a key={item.href} href={item.href} target="_blank" rel="noopener noreferrer">
              {item.title}
            </a>
          ))}
        </span>
      </nav>
    </div>
  );
}
