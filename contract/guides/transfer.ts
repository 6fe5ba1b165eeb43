import { setTimeout as wait } from 'node:timers/promises';

const { MAGISTRAL_URL, MAGISTRAL_KEY, CARD_ID, REQUEST_KEY } = process.env;

/** Повторяет то, что могло не дойти: с тем же ключом запроса деньги уйдут один раз. */
async function transfer(sum: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const reply = await fetch(`${MAGISTRAL_URL}/api/v1/cards/${CARD_ID}/transfer`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${MAGISTRAL_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': REQUEST_KEY ?? '',
      },
      body: JSON.stringify({ sum }),
    }).catch(() => null);
    if (reply?.ok) return console.log('переведено', sum, 'операция', (await reply.json()).data.operation_id);
    const again = !reply || reply.status === 429 || reply.status >= 500;
    if (!again || tries === 5) throw new Error((await reply?.json())?.message ?? 'нет связи');
    await wait(1000 * Number(reply?.headers.get('retry-after') ?? 2 ** tries));
  }
}

await transfer(1500.5);
