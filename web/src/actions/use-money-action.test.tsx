// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readClient, revoke } from '#contract/money/money.ts';
import { useRead } from '../state/use-call.ts';
import { click, render, settle } from '../testing/render.tsx';
import { useMoneyAction } from './use-money-action.ts';

test('after a lost answer the form shows the balance that it was sent from', async () => {
  const { page, server } = await givenForm();
  await click('Перевести');
  await page.setBalance(400);
  expect(page.read()).toBe('500 отправляется');
  await settle(() => server.lose());
  await expect.poll(page.read).toBe('500 Если запрос уже дошёл, деньги не переведутся дважды');
});

test('after a refusal the form shows the balance of now', async () => {
  const { page, server } = await givenForm();
  await click('Перевести');
  await page.setBalance(400);
  await settle(() => server.answer({ code: 409, message: 'Денег меньше' }));
  await expect.poll(page.read).toBe('400 Денег меньше');
});

test('a movement is under way until the balances have been read again', async () => {
  const { page, server } = await givenForm();
  await click('Перевести');
  await settle(() => server.answer({ code: 200, data: {} }));
  await expect.poll(() => server.countWaiting()).toBe(1);
  expect(page.read()).toBe('500 отправляется');
  await settle(() => server.answer({ code: 200, data: {} }));
  await expect.poll(page.read).toBe('500');
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
  const show = { setBalance: (_: number) => {} };
  function Page() {
    const [balance, setBalance] = useState(500);
    show.setBalance = setBalance;
    return <Form balance={balance} />;
  }
  await render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  await settle(() => server.answer({ code: 200, data: {} }));
  const page = {
    read: () => document.querySelector('output')?.textContent,
    setBalance: (sum: number) => settle(() => show.setBalance(sum)),
  };
  return { page, server };
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
