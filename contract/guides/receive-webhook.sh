# Подпись — HMAC-SHA256 от «id.время.тело»; ключ — то, что в секрете стоит после whsec_.
secret=$(printf %s "${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \n')
printf %s "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$secret" -binary |
  base64 | sed 's/^/v1,/'
