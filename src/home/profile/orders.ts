// The orders of lists of repositories, as the address names them.
const orders = { updated: ['updated', 'desc'], newest: ['created', 'desc'], name: ['alpha', 'asc'], stars: ['stars', 'desc'], forks: ['forks', 'desc'], size: ['size', 'desc'] } as const

export const repoOrders = (asked: string | undefined) => (Object.hasOwn(orders, asked ?? '') ? (asked as keyof typeof orders) : 'updated')

/** What the search is asked for. */
export function ordered(asked: string | undefined): { sort: string; order: string } {
  const [sort, order] = orders[repoOrders(asked)]
  return { sort, order }
}
