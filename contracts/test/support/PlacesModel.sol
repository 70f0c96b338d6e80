// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Draws the places of a round as plainly as possible, from the leaves that count: their passports and their entries, in order.
contract PlacesModel {
    /// A place with the ticket that decided it.
    struct Drawn {
        uint256 passportId;
        uint32 drawn;
        uint32 total;
        uint32 ticket;
    }

    uint256[] private _passports;
    uint32[] private _entries;
    Drawn[] private _places;

    function add(uint256 passportId, uint32 amount) external {
        _passports.push(passportId);
        _entries.push(amount);
    }

    /// The places in order, at most `most`.
    function draw(bytes32 seed, uint256 most) external returns (Drawn[] memory) {
        for (uint32 drawn = 0; _places.length < most; drawn++) {
            uint32 total = 0;
            for (uint256 leaf = 0; leaf < _entries.length; leaf++) {
                total += _entries[leaf];
            }
            if (total == 0) break;
            bytes32 hash = drawn == 0 ? seed : keccak256(abi.encode(seed, uint256(drawn)));
            uint32 ticket = uint32(uint256(hash) % total);
            uint32 left = ticket;
            uint256 hit = 0;
            while (left >= _entries[hit]) left -= _entries[hit++];
            _entries[hit] = 0;
            if (!_hasWon(_passports[hit])) _places.push(Drawn(_passports[hit], drawn, total, ticket));
        }
        return _places;
    }

    function _hasWon(uint256 passportId) private view returns (bool) {
        for (uint256 place = 0; place < _places.length; place++) {
            if (_places[place].passportId == passportId) return true;
        }
        return false;
    }
}
