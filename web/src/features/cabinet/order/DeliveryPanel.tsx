import { useState } from 'react';
import { REQUIRED } from '#contract/fields.ts';
import { changeDraft, useDraft } from '../../../state/order-draft.ts';
import type { Profile } from '../../../server/session.ts';
import { LinkButton } from '../../../ui/text/TextLink.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { addressLine } from './delivery-address.ts';
import { deliveryProblems, getRecipient, type DeliveryProblems } from './delivery-problems.ts';
import styles from './DeliveryPanel.module.css';

type Props = {
  profile: Profile | null;
  /** «Далее» was clicked with something missing. The fields are open and show what is missing. */
  tried: boolean;
};

const EMPTY_ADDRESS = { city: '', street: '', house: '' };

/** Address and recipient of the cards. They are filled in from the registry and the profile, and can be changed. */
export function DeliveryPanel({ profile, tried }: Props) {
  const draft = useDraft();
  const [changing, setChanging] = useState(false);
  const problems = deliveryProblems(draft, profile);
  // Decided once, at the start. Fields that are filled in do not close while the user types.
  const [incomplete] = useState(problems.firstname || problems.lastname);
  const address = draft.address ?? EMPTY_ADDRESS;
  const recipient = getRecipient(draft, profile);
  const wrong = (field: keyof DeliveryProblems) => (tried && problems[field] ? REQUIRED : null);

  if (!changing && !incomplete && !(tried && Object.keys(problems).length > 0)) {
    return (
      <div className={styles.summary}>
        <div className={styles.facts}>
          <p>{addressLine(draft.address) ?? 'По адресу компании из реестра'}</p>
          <p className="ink-2">Получатель: {`${recipient.firstname} ${recipient.lastname}`.trim()}</p>
        </div>
        <LinkButton onClick={() => setChanging(true)}>Изменить</LinkButton>
      </div>
    );
  }
  const setAddress = (part: Partial<typeof EMPTY_ADDRESS>) =>
    changeDraft({ address: { ...address, ...part } });
  const setRecipient = (part: Partial<typeof recipient>) =>
    changeDraft({ recipient: { ...recipient, ...part } });
  return (
    <div className={styles.fields}>
      <TextField
        label="Город"
        autoComplete="address-level2"
        className={styles.whole}
        maxLength={100}
        value={address.city}
        onChange={(city) => setAddress({ city })}
        error={wrong('city')}
        autoFocus={changing}
      />
      <TextField
        label="Улица"
        autoComplete="address-line1"
        maxLength={200}
        value={address.street}
        onChange={(street) => setAddress({ street })}
        error={wrong('street')}
      />
      <TextField
        label="Дом, офис"
        autoComplete="address-line2"
        maxLength={50}
        value={address.house}
        onChange={(house) => setAddress({ house })}
        error={wrong('house')}
      />
      <TextField
        label="Имя получателя"
        autoComplete="given-name"
        maxLength={100}
        value={recipient.firstname}
        onChange={(firstname) => setRecipient({ firstname })}
        error={wrong('firstname')}
      />
      <TextField
        label="Фамилия получателя"
        autoComplete="family-name"
        maxLength={100}
        value={recipient.lastname}
        onChange={(lastname) => setRecipient({ lastname })}
        error={wrong('lastname')}
      />
    </div>
  );
}
