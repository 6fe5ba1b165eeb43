# Курсор храните у себя: с него лента продолжится без пропусков и повторов.
curl -sS "$MAGISTRAL_URL/api/v1/events?limit=100&after=$(cat cursor 2>/dev/null)" \
  -H "Authorization: Bearer $MAGISTRAL_KEY" \
  -o events.json
jq -r '.data[] | "\(.at) \(.type) \(.data.id)"' events.json
jq -r '.meta.next' events.json > cursor
