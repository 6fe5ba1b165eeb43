import { useId, useState } from 'react';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { joinClasses } from '../lib/join-classes.ts';
import { telHref } from '../lib/tel-href.ts';
import styles from './ContactFooter.module.css';
import type { Operator } from './operator.ts';
import link from './ContactLink.module.css';

export type Contacts = Pick<Operator, 'phone' | 'email' | 'documents' | 'legal'>;

type Props = {
  contacts: Contacts;
  className?: string | undefined;
  /** On a phone the documents are behind one button: the foot of a working page takes two lines. */
  folds?: boolean;
};

/** Phone, mail and documents at the foot of working pages (spec section 1): reachable but not in the way. */
export function ContactFooter({ contacts, className, folds = false }: Props) {
  const { phone, email, documents, legal } = contacts;
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <footer
      id="documents"
      className={joinClasses(styles.footer, folds && styles.folds, className)}
      data-print="hide"
    >
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
      {folds && (
        <button
          type="button"
          className={joinClasses(link.contact, styles.toggle)}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          Документы
        </button>
      )}
      <span id={id} className={joinClasses(styles.documents, opened && styles.opened)}>
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
      </span>
      {legal && <p>{legal}</p>}
    </footer>
  );
}
