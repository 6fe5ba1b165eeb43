const { MAGISTRAL_URL, MAGISTRAL_KEY } = process.env;

const reply = await fetch(`${MAGISTRAL_URL}/api/v1/cards`, {
  headers: { authorization: `Bearer ${MAGISTRAL_KEY}` },
});
const { data, message } = await reply.json();
if (!reply.ok) throw new Error(message);
for (const card of data) console.log(card.card_number, card.card_sum);
