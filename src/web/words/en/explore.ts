export const explore = {
  title: 'Explore',
  repos: 'Repositories',
  users: 'People',
  organizations: 'Organizations',
  find: 'Find a repository…',
  sort: 'Order',
  orders: { updated: 'Recently updated', newest: 'Newest', name: 'Name', stars: 'Most stars', forks: 'Most forks', size: 'Largest' },
  none: 'No repository matches',
  findUsers: 'Find people…',
  noUsers: 'Nobody matches',
  noOrganizations: 'No organizations yet',
}
