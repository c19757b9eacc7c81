export { addClient, addMember, isAddressTaken, moveMembers, selectMemberAddresses } from './members.queries.ts'
export { lockAddress } from './accounts.write.queries.ts'
export { usersModule } from './users.routes.ts'
