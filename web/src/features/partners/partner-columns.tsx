import { LIMIT_PERIOD, type LimitPeriod } from '#contract/ids.ts';
import { DateText } from '../../ui/DateText.tsx';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { moneyColumn } from '../../tables/usual-columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import type { Partner } from './network-draft.ts';

export type PartnerDeed = 'price' | 'switch' | 'network';

const NOT_CONFIGURED = 'Сначала укажите настройки с ключами сети на сервере и запустите его снова';

/** The columns of the networks, with what can be done with each. */
export function partnerColumns(
  problem: string | null,
  act: (partner: Partner, what: PartnerDeed) => void,
): readonly Column<Partner>[] {
  const disabling = { disabled: problem !== null, disabledReason: problem ?? '' };
  return [
    {
      key: 'title',
      header: 'Сеть',
      narrow: 'title',
      fixed: true,
      value: (one) => one.title,
      cell: (one) => <TwoLines below={limitsOf(one)}>{one.title}</TwoLines>,
    },
    {
      key: 'active',
      header: 'Заказ карт',
      narrow: 'second',
      value: (one) => (one.active ? 'Включён' : 'Выключен'),
      cell: (one) => (
        <StatusWord tone={one.active ? 'go' : 'locked'}>{one.active ? 'Включён' : 'Выключен'}</StatusWord>
      ),
    },
    moneyColumn({
      key: 'price',
      header: 'Цена карты',
      narrow: 'aside',
      value: (one) => one.card_price,
    }),
    {
      key: 'answers',
      header: 'Связь',
      narrow: 'plain',
      value: (one) => answersOf(one).words,
      cell: (one) => (
        <TwoLines
          below={
            one.answers && (
              <>
                с <DateText value={one.answers.since} style="datetime" />, ждут ответа: {one.answers.waiting}
              </>
            )
          }
        >
          <StatusWord tone={answersOf(one).tone}>{answersOf(one).words}</StatusWord>
        </TwoLines>
      ),
    },
    {
      key: 'read',
      header: 'Лента прочитана',
      kind: 'moment',
      narrow: 'hidden',
      value: (one) => one.read_at,
      cell: (one) => (one.read_at ? <DateText value={one.read_at} style="datetime" /> : 'Ещё нет'),
    },
    {
      key: 'action',
      header: 'Действия',
      headerHidden: true,
      narrow: 'plain',
      cell: (one) => (
        <Row gap="1" nowrap>
          <Button
            size="small"
            aria-label={`${one.active ? 'Отключить' : 'Подключить'} сеть ${one.title}`}
            onClick={() => act(one, 'switch')}
            {...disabling}
            {...(!one.connected && problem === null && { disabled: true, disabledReason: NOT_CONFIGURED })}
          >
            {one.active ? 'Отключить' : 'Подключить'}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Цена карты ${one.title}`}
            onClick={() => act(one, 'price')}
            {...disabling}
          >
            Цена
          </Button>
          {one.added && (
            <Button
              size="small"
              variant="quiet"
              aria-label={`Изменить сеть ${one.title}`}
              onClick={() => act(one, 'network')}
              {...disabling}
            >
              Изменить
            </Button>
          )}
        </Row>
      ),
    },
  ];
}

function answersOf({ answers }: Partner) {
  if (!answers) return { tone: 'neutral', words: 'Не подключена' } as const;
  return answers.ok
    ? ({ tone: 'go', words: 'Отвечает' } as const)
    : ({ tone: 'stop', words: 'Молчит' } as const);
}

function limitsOf({ id, limits, connected, added }: Partner): string {
  if (added && added.missing.length > 0) return `На сервере нет настроек: ${added.missing.join(', ')}`;
  if (!connected) return `На сервере нет настроек: NETWORK_${id}`;
  if (limits.length === 0) return 'Лимитов не считает';
  return `Лимиты: ${limits.map((one) => LIMIT_PERIOD[one as LimitPeriod]?.title ?? one).join(', ')}`;
}
