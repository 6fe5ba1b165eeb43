import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { EndpointData } from '#contract/endpoint.ts';
import { listCards, readCard } from '#contract/cards.ts';
import { openCard, readCardRules } from '#contract/rules.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../ui/StatusLabel.tsx';

type Opening = NonNullable<EndpointData<typeof readCardRules>['opening']>;
const STATE: Record<Opening['state'], { tone: StatusTone; words: string }> = {
  closed: { tone: 'locked', words: 'Карта закрыта, пока её не откроют' },
  opening: { tone: 'wait', words: 'Открываем: ждём ответа сети' },
  open: { tone: 'go', words: 'Карта открыта' },
  closing: { tone: 'wait', words: 'Закрываем: ждём ответа сети, по карте ещё могут заправиться' },
};
const TERMS = [15, 30, 60];

/** A card that is closed by default: how it stands, and a button that opens it for some minutes. */
export function OpenCard({
  cardId,
  opening,
  mayOpen,
}: {
  cardId: number;
  opening: Opening;
  mayOpen: boolean;
}) {
  // A sentence in the palette has named it.
  const named = Number(useSearchParams()[0].get('open'));
  const isNamed = Number.isInteger(named) && named > 0 && named <= opening.minutes;
  const usual = [...TERMS.filter((term) => term < opening.minutes), opening.minutes];
  const terms = [...new Set([...usual, ...(isNamed ? [named] : [])])].toSorted((a, b) => a - b);
  const [asked, setAsked] = useState<number | null>(null);
  const action = useEndpointAction(openCard, {
    refresh: [readCardRules, readCard, listCards],
    left: { failed: 'Карта не открыта' },
  });
  const { tone, words: text } = STATE[opening.state];
  return (
    <Stack gap="1">
      <StatusLabel tone={tone}>
        {text}
        {opening.until && (
          <>
            {' до '}
            <DateText value={opening.until} style="datetime" />
          </>
        )}
      </StatusLabel>
      {action.error && <Notice tone="error">{action.error.message}</Notice>}
      {mayOpen && opening.state !== 'opening' && (
        <Row>
          {terms.map((minutes) => (
            <Button
              key={minutes}
              variant={isNamed && minutes === named ? 'primary' : 'secondary'}
              pending={action.isPending && asked === minutes}
              onClick={() => {
                setAsked(minutes);
                action.mutate({ params: { id: cardId }, body: { minutes } });
              }}
            >
              {opening.state === 'open' ? 'Продлить на' : 'Открыть на'} {minutes} мин
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  );
}
