import { MOVES_MONEY, PAYS_OUT, formatScopes } from '#contract/companies/key-scopes.ts';
import { listKeys, revokeKey, type KeyState, type companyKey } from '#contract/companies/keys.ts';
import { readSandbox, revokeSandboxKey } from '#contract/companies/sandbox.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './Keys.module.css';
import type { z } from 'zod';

/** A key, the company's or its sandbox's: what it may do, how long, when it was used, and how to end it. */
export function KeyLine({ line, isTest = false }: { line: CompanyKey; isTest?: boolean }) {
  const { id, title, mark, scopes, state } = line;
  const { word: label, tone } = KEY_STATE[state];
  return (
    <li className={styles.line}>
      <div className={styles.about}>
        <div className={styles.head}>
          <ClampedText className={styles.title}>{title}</ClampedText>
          <StatusLabel tone={tone}>{label}</StatusLabel>
        </div>
        <p className={styles.quiet}>
          <code>{mark}</code> · может {formatScopes(scopes)}
        </p>
        <KeyLimits line={line} />
        <p className={styles.quiet}>
          {line.used ? (
            <>
              Вызов <DateText value={line.used.at} style="datetime" /> с адреса {line.used.address}, за 30
              дней: {formatNumber(line.calls)}
            </>
          ) : (
            'Ещё не использовался'
          )}
          {!isTest && (
            <>
              {' · '}
              <TextLink to={paths.auditOfTarget(`key:${id}`)}>Что изменил</TextLink>
            </>
          )}
        </p>
        {line.revoke_reason && (
          <p className={styles.quiet}>Отозван сотрудником программы: {line.revoke_reason}</p>
        )}
      </div>
      {state !== 'revoked' && <Revoke id={id} title={title} isTest={isTest} />}
    </li>
  );
}

/** Shows the key's limits. */
function KeyLimits({ line }: { line: CompanyKey }) {
  const { expires_at, addresses, daily_sum, moved_today, cards, scopes, made_by, made_at } = line;
  return (
    <p className={styles.quiet}>
      Создан <DateText value={made_at} />, {made_by} ·{' '}
      {expires_at ? (
        <>
          до <DateText value={expires_at} />
        </>
      ) : (
        'без срока'
      )}
      {addresses.length > 0 && ` · адреса: ${addresses.join(', ')}`}
      {daily_sum !== null && (
        <>
          {' · '}за день <Money value={moved_today ?? 0} /> из <Money value={daily_sum} />
        </>
      )}
      {cards && ` · карты ${cards.map((card) => shortNumber(card.card_number)).join(', ')}`}
      {!cards && scopes.some((scope) => scope === MOVES_MONEY || scope === PAYS_OUT) && ' · любые карты'}
    </p>
  );
}

type Revoked = { id: number; title: string; isTest: boolean };

const RevokeDialog = defineConfirmDialog({
  title: 'Отозвать ключ?',
  confirmLabel: 'Отозвать',
  text: ({ title }: Revoked) => (
    <p>
      {title}: программа с этим ключом сразу перестанет работать. Вернуть ключ нельзя, только создать новый.
    </p>
  ),
  call: ({ isTest }) => (isTest ? revokeSandboxKey : revokeKey),
  input: ({ id }) => ({ params: { id } }),
  refresh: ({ isTest }) => [isTest ? readSandbox : listKeys],
  refreshAfter: ({ code }) => code === 404,
  failed: ({ title }) => `Ключ не отозван: ${title}`,
});

function Revoke(key: Revoked) {
  const { open, dialog } = useDialogs();
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Отозвать ключ: ${key.title}`}
        onClick={() => open(RevokeDialog, key)}
      >
        Отозвать
      </Button>
      {dialog}
    </>
  );
}

type CompanyKey = z.output<typeof companyKey>;

const KEY_STATE: Record<KeyState, { word: string; tone: StatusTone }> = {
  active: { word: 'Действует', tone: 'go' },
  expired: { word: 'Срок истёк', tone: 'neutral' },
  revoked: { word: 'Отозван', tone: 'stop' },
  ownerless: { word: 'Не действует: автор больше не администратор', tone: 'locked' },
};
