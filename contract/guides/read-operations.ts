const { MAGISTRAL_URL, MAGISTRAL_KEY, FROM, TO } = process.env;

let page = 1;
let pages = 1;
while (page <= pages) {
  const reply = await fetch(`${MAGISTRAL_URL}/api/v1/operations?dateFrom=${FROM}&dateTo=${TO}&page=${page}`, {
    headers: { authorization: `Bearer ${MAGISTRAL_KEY}` },
  });
  const { data, meta, message } = await reply.json();
  if (!reply.ok) throw new Error(message);
  for (const one of data) console.log(one.created_at, one.card.card_number, one.type.title, one.sum);
  pages = meta.pagination.total_pages;
  page += 1;
}
