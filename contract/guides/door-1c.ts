const { MAGISTRAL_URL, MAGISTRAL_KEY, FROM, TO } = process.env;

const reply = await fetch(`${MAGISTRAL_URL}/api/public-api/v2/transactions?dateFrom=${FROM}&dateTo=${TO}`, {
  headers: { authorization: MAGISTRAL_KEY ?? '' },
});
const { transactions, error } = await reply.json();
if (!reply.ok) throw new Error(error);
for (const transaction of transactions) console.log(transaction);
