const { MAGISTRAL_URL, MAGISTRAL_KEY, WEBHOOK_URL } = process.env;

/** Вызов ключом песочницы: mg_test_… */
async function call(path: string, body?: object) {
  const reply = await fetch(`${MAGISTRAL_URL}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${MAGISTRAL_KEY}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, message } = await reply.json();
  if (!reply.ok) throw new Error(message);
  return data;
}

// Адрес, на который придут события песочницы, и секрет для проверки подписи.
const { id, secret } = await call('/sandbox/webhooks', { url: WEBHOOK_URL, types: ['operation.created'] });
console.log('вебхук', id, secret);

const { cards } = await call('/sandbox');
const bought = await call('/sandbox/purchases', {
  card_id: cards[0].id,
  goods_id: 301,
  litres: 40,
  unit_price: 70,
  station: 'М-4, 112-й км',
});
console.log('куплено', bought.sum, bought.at);

for (const item of await call(`/operations?cardId=${cards[0].id}`)) console.log(item.created_at, item.sum);
