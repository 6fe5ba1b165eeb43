import { LIMIT_PERIOD, type LimitPeriod } from '#contract/ids.ts';
import { changeNetwork } from '#contract/fuel/networks.ts';
import type { Proposals } from '../../../staff/use-proposals.ts';
import { WaitingApprovals } from '../../../staff/WaitingApprovals.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import type { Partner } from './network-draft.ts';

export type PartnerAction = 'price' | 'switch' | 'network';

const NOT_CONFIGURED = 'Сначала укажите настройки с ключами сети на сервере и запустите его снова';

/** The columns of the networks, with what can be done with each. */
export function partnerColumns(
  problem: string | null,
  proposals: Proposals,
  act: (partner: Partner, what: PartnerAction) => void,
): readonly Column<Partner>[] {
  return [
    {
      key: 'title',
      header: 'Сеть',
      narrow: 'title',
      fixed: true,
      width: 230,
      value: (item) => item.title,
      cell: (item) => (
        <>
          <TwoLines below={formatLimits(item)}>{item.title}</TwoLines>
          <WaitingApprovals approvals={proposals.waiting(item.id)} />
        </>
      ),
    },
    {
      key: 'active',
      header: 'Заказ карт',
      narrow: 'second',
      value: (item) => (item.active ? 'Включён' : 'Выключен'),
      cell: (item) => (
        <StatusLabel tone={item.active ? 'go' : 'locked'}>{item.active ? 'Включён' : 'Выключен'}</StatusLabel>
      ),
    },
    moneyColumn({
      key: 'price',
      header: 'Цена карты',
      narrow: 'aside',
      value: (item) => item.card_price,
    }),
    {
      key: 'answers',
      header: 'Связь',
      width: 180,
      narrow: 'plain',
      value: (item) => getReachStatus(item).words,
      cell: (item) => (
        <TwoLines
          below={
            item.answers && (
              <>
                с <DateText value={item.answers.since} style="datetime" />
                {item.answers.waiting > 0 && `, ждут ответа: ${item.answers.waiting}`}
              </>
            )
          }
        >
          <StatusLabel tone={getReachStatus(item).tone}>{getReachStatus(item).words}</StatusLabel>
        </TwoLines>
      ),
    },
    {
      key: 'read',
      header: 'Продажи прочитаны',
      kind: 'moment',
      narrow: 'hidden',
      value: (item) => item.read_at,
      cell: (item) => (item.read_at ? <DateText value={item.read_at} style="datetime" /> : 'Ещё нет'),
    },
    {
      key: 'action',
      header: 'Действия',
      headerHidden: true,
      narrow: 'plain',
      cell: (item) => (
        <Row gap="1" nowrap>
          <Button
            size="small"
            aria-label={`${item.active ? 'Отключить' : 'Подключить'} сеть ${item.title}`}
            onClick={() => act(item, 'switch')}
            disabledReason={problem ?? (item.connected ? null : NOT_CONFIGURED)}
          >
            {item.active ? 'Отключить' : 'Подключить'}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={`Цена карты ${item.title}`}
            onClick={() => act(item, 'price')}
            disabledReason={problem}
          >
            Цена
          </Button>
          {item.added && (
            <Button
              size="small"
              variant="quiet"
              aria-label={`Изменить сеть ${item.title}`}
              onClick={() => act(item, 'network')}
              disabledReason={proposals.problem(changeNetwork, item.id)}
            >
              Изменить
            </Button>
          )}
        </Row>
      ),
    },
  ];
}

function getReachStatus({ answers }: Partner) {
  if (!answers) return { tone: 'neutral', words: 'Не подключена' } as const;
  return answers.ok
    ? ({ tone: 'go', words: 'Отвечает' } as const)
    : ({ tone: 'stop', words: 'Молчит' } as const);
}

function formatLimits({ id, limits, connected, added }: Partner): string {
  if (added && added.missing.length > 0) return `На сервере нет настроек: ${added.missing.join(', ')}`;
  if (!connected) return `На сервере нет настроек: NETWORK_${id}`;
  if (limits.length === 0) return 'Лимитов не считает';
  return `Лимиты: ${limits.map((limit) => LIMIT_PERIOD[limit as LimitPeriod]?.title ?? limit).join(', ')}`;
}
