# as a Worker:
(cd {{beside}} && npx wrangler deploy)
# or as a Pages project:
npx wrangler pages deploy {{tree}} --project-name PROJECT --branch main
