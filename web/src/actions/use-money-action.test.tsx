// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readClient, revoke } from '#contract/money/money.ts';
import { useRead } from '../state/use-call.ts';
import { click, render, settle } from '../testing/render.tsx';
import { useMoneyAction } from './use-money-action.ts';

test('after a lost answer the form shows the balance that it was sent from', async () => {
  const { read, server } = await givenForm();
  await click('Перевести');
  await click('Списать 100');
  expect(read()).toBe('500 отправляется');
  await settle(() => server.lose());
  await expect.poll(read).toBe('500 Если запрос уже дошёл, деньги не переведутся дважды');
});

test('after a refusal the form shows the balance of now', async () => {
  const { read, server } = await givenForm();
  await click('Перевести');
  await click('Списать 100');
  await settle(() => server.answer({ code: 409, message: 'Денег меньше' }));
  await expect.poll(read).toBe('400 Денег меньше');
});

test('a movement is under way until the balances have been read again', async () => {
  const { read, server } = await givenForm();
  await click('Перевести');
  await settle(() => server.answer({ code: 200, data: {} }));
  await expect.poll(() => server.countWaiting()).toBe(1);
  expect(read()).toBe('500 отправляется');
  await settle(() => server.answer({ code: 200, data: {} }));
  await expect.poll(read).toBe('500');
});

function Form({ balance }: { balance: number }) {
  useRead(readClient, { params: { id: 1 } });
  const action = useMoneyAction(revoke, balance, { refresh: [readClient] });
  const input = { params: { id: 1 }, body: { accounts: [{ partner_id: 2, sum: 100 }] } };
  const message = action.error?.message.split('. ').at(-1);
  return (
    <>
      <output>
        {[action.figures, action.isPending && 'отправляется', message].filter(Boolean).join(' ')}
      </output>
      <button type="button" onClick={() => action.mutate(input as never)}>
        Перевести
      </button>
    </>
  );
}

/** A form that moves money of a balance of 500. */
async function givenForm() {
  const server = givenWaitingServer();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Page() {
    const [balance, setBalance] = useState(500);
    return (
      <>
        <Form balance={balance} />
        <button type="button" onClick={() => setBalance(400)}>
          Списать 100
        </button>
      </>
    );
  }
  await render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  await settle(() => server.answer({ code: 200, data: {} }));
  return { read: () => document.querySelector('output')?.textContent, server };
}

/** Answers the oldest call that waits, when the test says so. */
function givenWaitingServer() {
  const waiting: { resolve: (answer: Response) => void; reject: (failure: Error) => void }[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve, reject) => waiting.push({ resolve, reject })));
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    countWaiting: () => waiting.length,
    answer: (envelope: object) => waiting.shift()?.resolve(Response.json(envelope)),
    lose: () => waiting.shift()?.reject(new TypeError('Failed to fetch')),
  };
}
