curl -sS "$MAGISTRAL_URL/api/mcp" \
  -H "Authorization: Bearer $MAGISTRAL_KEY" \
  -H "Content-Type: application/json" \
  -H "Accept: application/json, text/event-stream" \
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params":
       {"name": "summarize_spending", "arguments": {"by": "card", "from": "'"$FROM"'", "to": "'"$TO"'"}}}'
