// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGiveaways} from "./IGiveaways.sol";

/// When the rounds of a giveaway open and close. A giveaway without a period has one round, from its start to its end.
library Rounds {
    /// The round that is open at `timestamp`, if one is.
    function openAt(IGiveaways.Giveaway storage giveaway, uint64 timestamp)
        internal
        view
        returns (bool open, uint32 round)
    {
        return openAt(giveaway.startTime, giveaway.endTime, giveaway.everyDays, giveaway.activeDays, timestamp);
    }

    /// The same of a giveaway that is read already.
    function openAt(uint64 start, uint64 end, uint32 everyDays, uint32 activeDays, uint64 timestamp)
        internal
        pure
        returns (bool open, uint32 round)
    {
        if (timestamp < start || (end != 0 && timestamp >= end)) return (false, 0);

        uint64 period = _seconds(everyDays);
        if (period == 0) return (true, 0);

        uint64 index = (timestamp - start) / period;
        uint64 elapsed = (timestamp - start) % period;
        if (elapsed >= _seconds(activeDays) || index > type(uint32).max) return (false, 0);
        return (true, uint32(index));
    }

    /// When a round opens and closes (0 never). A round that never opens does not exist.
    function span(IGiveaways.Giveaway storage giveaway, uint32 round)
        internal
        view
        returns (bool exists, uint64 opensAt, uint64 closesAt)
    {
        uint64 end = giveaway.endTime;
        uint64 period = _seconds(giveaway.everyDays);
        if (period == 0) return (round == 0, giveaway.startTime, end);

        unchecked {
            // 40 bits, and at most 32 bits times 32.
            opensAt = giveaway.startTime + round * period;
            closesAt = opensAt + _seconds(giveaway.activeDays);
        }
        if (end == 0) return (true, opensAt, closesAt);
        return (opensAt < end, opensAt, closesAt < end ? closesAt : end);
    }

    /// The number of rounds from `round` on, of a giveaway that has a period, this round and an end.
    function roundsFrom(IGiveaways.Giveaway storage giveaway, uint32 round) internal view returns (uint64) {
        // Every round opens before the end.
        return (giveaway.endTime - giveaway.startTime - 1) / _seconds(giveaway.everyDays) + 1 - round;
    }

    function _seconds(uint32 dayCount) private pure returns (uint64) {
        unchecked {
            return uint64(dayCount) * 1 days;
        }
    }
}
